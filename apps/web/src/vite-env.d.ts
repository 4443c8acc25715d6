interface ImportMetaEnv {
  /** Base address of the API; unset in production, where it is the page's own origin. */
  readonly VITE_API_BASE?: string
}

/**
 * Imported as a namespace, `import * as classes from './card.module.css'`: the build writes each name where it is used,
 * leaves out those in use nowhere and warns of one that does not exist.
 */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
declare module '*.css' {}
declare module '*.jpg' {
  const address: string
  export default address
}
declare module '*?url' {
  const address: string
  export default address
}
