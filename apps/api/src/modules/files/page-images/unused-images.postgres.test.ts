import { expect, it } from 'vitest'
import { pdfOfText } from '../../../testing/hostile-files.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { addReportType, publishReport, registerPatient, uploadFile } from '../../../testing/test-records.ts'

const app = await useTestApp()
const doctor = await app.signedIn('Doctor')

const readImage = async (filePath: string) => {
  const response = await doctor.raw('GET', `${filePath}/page`)
  await response.arrayBuffer()
  return response.status
}
const images = () =>
  app.database.query<{ name: string }>('select name from page_images order by made_at desc, file_id desc')

it('removes the image of a page after 90 days without a view, which keeps it [PAGE-08]', async () => {
  const [patientId, typeId] = [await registerPatient(doctor), await addReportType(doctor)]
  const publish = async (text: string) => {
    const fileUrl = await uploadFile(doctor, await pdfOfText([text]))
    return publishReport(doctor, patientId, typeId, { fileUrl })
  }
  const [seen, unseen] = [await publish('Result one'), await publish('Result two')]
  await readImage(seen.filePath)
  await readImage(unseen.filePath)
  const [unseenImage, seenImage] = await images()
  await app.database.execute("update page_images set used_at = now() - interval '91 days'")
  await readImage(seen.filePath)
  await app.services.pageImages.removeUnused()
  await app.services.files.removeLeftovers()
  expect(await app.storage.find(unseenImage?.name ?? '')).toBeUndefined()
  expect(await app.storage.find(seenImage?.name ?? '')).toBeDefined()
  expect((await images()).map(({ name }) => name)).toEqual([seenImage?.name])
  expect(await readImage(unseen.filePath)).toBe(200)
})
