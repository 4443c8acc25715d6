export class UploadTooLargeError extends Error {
  constructor() {
    super('The upload is larger than the limit')
    this.name = 'UploadTooLargeError'
  }
}

/** Passes the bytes on and fails as soon as there are too many of them. */
export async function* limitedBytes(
  content: AsyncIterable<Buffer>,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of content) {
    total += chunk.length
    if (total > limitBytes) throw new UploadTooLargeError()
    yield chunk
  }
}
