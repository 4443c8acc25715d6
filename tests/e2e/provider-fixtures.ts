import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LOCALHOST_TLS } from '../../apps/api/src/testing/localhost-certificate.ts'
import { startOidcProvider, type OidcProvider } from '../../apps/api/src/testing/oidc-provider.ts'
import { test as base } from './fixtures.ts'
import { startProduct, type ProductServer } from './product-server.ts'
import { TEST_MS } from '../../test-limits.ts'

interface WorkerFixtures {
  server: ProductServer
  hospital: OidcProvider
}

/** Provides an OpenID Connect provider, which the product reaches at localhost. */
export const test = base.extend<object, WorkerFixtures>({
  // The certificate of the provider is signed by itself.
  ignoreHTTPSErrors: true,
  server: [
    async ({}, use, { workerIndex }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'zelab-authority-'))
      await chmod(folder, 0o755)
      const authority = path.join(folder, 'authority.pem')
      await writeFile(authority, LOCALHOST_TLS.cert)
      const server = await startProduct(`providers-${workerIndex}`, {
        OUTBOUND_NETWORKS: '127.0.0.0/8',
        NODE_EXTRA_CA_CERTS: authority,
      })
      await use(server)
      await server.stop()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: TEST_MS },
  ],
  hospital: [
    async ({ server }, use) => {
      const hospital = await startOidcProvider({ origin: server.url })
      await use(hospital)
      await hospital.stop()
    },
    { scope: 'worker' },
  ],
})
