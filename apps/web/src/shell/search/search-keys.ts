import * as texts from './texts.tsx'

/** The name of the key that Mantine calls "mod". */
export const MODIFIER = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : texts.controlKey
