interface ImportMetaEnv {
  /** Base address of the API; unset in production, where it is the page's own origin. */
  readonly VITE_API_BASE?: string
}
