export interface JpegHeader {
  width: number
  height: number
  /** 1 is gray, 3 is color, 4 is CMYK. */
  components: number
  /** Adobe programs invert CMYK values. */
  isAdobe: boolean
  /** 1 to 8, as in EXIF. */
  orientation: number
}

/** Baseline, extended and progressive. PDF does not support other types. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const START_OF_SCAN = 0xda
const [EXIF, ADOBE] = [0xe1, 0xee]
const ORIENTATION_TAG = 0x0112

const orientationIn = (segment: Buffer): number => {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return 1
  const tiff = segment.subarray(6)
  if (tiff.length < 8) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const count = short(start)
  for (let index = 0; index < count; index++) {
    const at = start + 2 + index * 12
    if (at + 12 > tiff.length) return 1
    if (short(at) !== ORIENTATION_TAG) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

export const readJpegHeader = (file: Buffer): JpegHeader | undefined => {
  let [orientation, isAdobe] = [1, false]
  let frame: Pick<JpegHeader, 'width' | 'height' | 'components'> | undefined
  let at = 2
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === START_OF_SCAN) break
    const end = at + 2 + file.readUInt16BE(at + 2)
    const segment = file.subarray(at + 4, end)
    if (OTHER_FRAMES.has(marker) || end > file.length) return undefined
    if (marker === EXIF && orientation === 1) orientation = orientationIn(segment)
    if (marker === ADOBE && segment.toString('latin1', 0, 5) === 'Adobe') isAdobe = true
    if (FRAMES.has(marker)) {
      if (segment.length < 6 || segment[0] !== 8) return undefined
      frame = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3), components: segment[5] ?? 0 }
    }
    at = end
  }
  if (!frame || frame.width === 0 || frame.height === 0 || ![1, 3, 4].includes(frame.components))
    return undefined
  return { ...frame, isAdobe, orientation }
}
