import { expect, it } from 'vitest'
import { findActiveName } from './pdf-active-content.ts'

it('finds active names behind any number of streams without an end, in bounded time [SAFE-12]', () => {
  const start = performance.now()
  expect(findActiveName(Buffer.from(`${'stream '.repeat(200_000)}/S /JavaScript`))).toBe(
    'PDF_WITH_ACTIVE_CONTENT',
  )
  expect(performance.now() - start).toBeLessThan(3000)
})
