interface ImportMetaEnv {
  /** Base URL of the API; unset in production, where it is the page's origin. */
  readonly VITE_API_BASE?: string
}
