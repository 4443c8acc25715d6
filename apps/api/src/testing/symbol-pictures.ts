import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode, type WriteInputBarcodeFormat } from 'zxing-wasm/writer'

let preparing: Promise<unknown> | undefined
const prepare = () => {
  const program = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const wasmBinary = new Uint8Array(readFileSync(program)).buffer
  return (preparing ??= prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }))
}

export const symbolOf = async (format: WriteInputBarcodeFormat, text: string): Promise<Buffer> => {
  await prepare()
  const { image, error } = await writeBarcode(text, { format, scale: 4, addQuietZones: true })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer())
}
