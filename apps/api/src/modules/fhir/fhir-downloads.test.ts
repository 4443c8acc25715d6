import { expect, it } from 'vitest'
import { useFhirLab } from '../../testing/fhir.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { pdfBytes, uploadFile } from '../../testing/test-records.ts'

/** More than the system takes for a client that does not read. */
const LARGE_BYTES = 9 * 1024 * 1024
const HELD = 6

const app = await useTestApp()
const lab = await useFhirLab(app)

const largePdf = () => {
  const text = pdfBytes().toString('latin1')
  const start = text.indexOf('xref\n')
  const padding = `%${' '.repeat(LARGE_BYTES)}\n`
  const end = text.slice(start).replace(`startxref\n${start}`, `startxref\n${start + padding.length}`)
  return Buffer.from(text.slice(0, start) + padding + end, 'latin1')
}

it('downloads that a client does not read delay none of its other requests [API-OUT-97]', async () => {
  const { id } = await lab.publish({ fileUrl: await uploadFile(lab.doctor, largePdf()) })
  const client = await lab.clientOf()
  const authorization = `Bearer ${client.key}`
  const download = (accept: string) =>
    fetch(`${app.origin}/fhir/R4/Binary/report-${id}-1`, { headers: { authorization, accept } })
  const held = []
  try {
    for (const accept of ['*/*', 'application/fhir+json'])
      for (let number = 0; number < HELD; number += 1) held.push(await download(accept))
    expect(held.map(({ status }) => status)).toEqual(held.map(() => 200))
    expect((await client.ask(`/R4/DiagnosticReport/report-${id}`)).status).toBe(200)
  } finally {
    for (const { body } of held) await body?.cancel()
  }
})
