import path from 'node:path'
import type { Plugin } from 'vite'

const NATIVE_SCROLL_AREA = path.resolve(import.meta.dirname, 'src/ui/theme/native-scroll-area.ts')

/**
 * Builds Mantine's `Modal` and `Select` with the browser's scroll bars: 4.5 kB that no option of theirs leaves out
 * (docs/decisions/0020-web-bundle.md).
 */
export const nativeScroll = (): Plugin => ({
  name: 'native-scroll',
  apply: 'build',
  load: {
    filter: { id: /@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]ScrollArea[.]mjs$/ },
    handler: () =>
      `export { ScrollArea, ScrollArea as ScrollAreaAutosize } from ${JSON.stringify(NATIVE_SCROLL_AREA)}`,
  },
})
