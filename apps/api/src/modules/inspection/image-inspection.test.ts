import { describe, it } from 'vitest'
import { jpegOf, pngOf } from '../../testing/hostile-files.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { uploadExpectations } from '../../testing/upload-expectations.ts'

const IMAGE_DAMAGED = 'This image is damaged and cannot be opened. Please export it again.'

const app = await useTestApp()
const { expectRefused, expectAccepted } = uploadExpectations(app, await app.signedIn('Technician'))

describe('picture', () => {
  it('fails the inspection over 100 megapixels, according to its header', async () => {
    const tooLarge = 'This image has more than 100 megapixels. Please upload a smaller one.'
    await expectRefused(pngOf(10_001, 10_000), 'large.png', tooLarge, 413)
    await expectAccepted(pngOf(10_000, 10_000), 'large.png')
    const photo = jpegOf()
    const frame = photo.indexOf(Buffer.from('ffc0', 'hex'))
    photo.writeUInt16BE(60_000, frame + 5)
    photo.writeUInt16BE(60_000, frame + 7)
    await expectRefused(photo, 'large.jpg', tooLarge, 413)
  })
  it('fails the inspection when it is truncated or modified', async () => {
    const scan = pngOf(100, 100)
    const changed = Buffer.from(scan)
    changed.writeUInt8(changed.readUInt8(45) ^ 1, 45)
    const photo = jpegOf()
    const frameless = Buffer.concat([photo.subarray(0, 2), photo.subarray(-2)])
    for (const content of [scan.subarray(0, -12), scan.subarray(0, -1), scan.subarray(0, 33), changed])
      await expectRefused(content, 'damaged.png', IMAGE_DAMAGED)
    for (const content of [photo.subarray(0, -2), photo.subarray(0, photo.length / 2), frameless])
      await expectRefused(content, 'damaged.jpg', IMAGE_DAMAGED)
    await expectAccepted(photo, 'whole.jpg')
  })
})
