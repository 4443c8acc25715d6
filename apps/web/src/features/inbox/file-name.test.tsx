import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { FileName } from './inbox-parts.tsx'

it.each([
  ['Lipid_Panel-2026.pdf', 'Lipid_<wbr/>Panel-<wbr/>2026.<wbr/>pdf'],
  ['scan__01.pdf', 'scan__<wbr/>01.<wbr/>pdf'],
  ['تحليل_البول.pdf', 'تحليل_<wbr/>البول.<wbr/>pdf'],
])('wraps %s at its separators [INBOX-157]', (name, expected) => {
  expect(renderToStaticMarkup(<FileName name={name} />)).toBe(`<bdi>${expected}</bdi>`)
})
