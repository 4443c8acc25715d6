import type * as canvas from '@napi-rs/canvas'
import { createRequire } from 'node:module'

export type CanvasLibrary = typeof canvas

const require = createRequire(import.meta.url)

export const findCanvasLibrary = (): CanvasLibrary | undefined => {
  try {
    return require('@napi-rs/canvas') as CanvasLibrary
  } catch {
    return undefined
  }
}
