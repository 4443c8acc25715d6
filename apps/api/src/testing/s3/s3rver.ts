import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { TEST_BUCKET, type S3Server } from './s3-server.ts'

/** An npm package, small and always there; does not look at checksums. */
export const startS3rver = async (): Promise<S3Server> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'zelab-s3rver-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: TEST_BUCKET }],
  })
  const { port } = await server.run()
  return {
    origin: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    // It makes the mark of the next page with a cipher that OpenSSL 3 no longer has.
    hasPages: false,
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
