import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { TEST_BUCKET, type S3Server } from './s3-server.ts'

/** A small npm package that is always available; it ignores checksums. */
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
    // Its page tokens need a cipher that OpenSSL 3 has only with --openssl-legacy-provider (test:crash, test:cluster).
    hasPages: false,
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
