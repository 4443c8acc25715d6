import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import type { ClientTls } from '../../apps/api/src/testing/hl7-sender.ts'
import type { Installation } from './installation.ts'
import { one } from './people.ts'
import { ask } from './requests.ts'
import type { Lab } from './world.ts'

/** Sources of files. */
export interface Senders {
  port(): number
  tlsOf(lab: Lab): ClientTls
  folderOf(lab: Lab): string
}

/** A laboratory system and a watched folder of each lab. */
export const connectSenders = async (
  admin: ApiClient,
  labs: readonly Lab[],
  { certificates, inboxDir, servers }: Pick<Installation, 'certificates' | 'inboxDir' | 'servers'>,
  random: () => number,
): Promise<Senders> => {
  const clients = new Map<Lab, ClientTls>()
  const folderOf = ({ id }: Lab) => path.join(inboxDir, `lab-${id}`)
  for (const lab of labs) {
    const { tls, fingerprint } = certificates.issueClient(`lis-${lab.id}`)
    clients.set(lab, tls)
    await mkdir(folderOf(lab))
    await chmod(folderOf(lab), 0o777)
    const common = { isOn: true, publishesAutomatically: false }
    await ask(admin, 'POST', `/lab/addInboxSource/${lab.id}`, {
      ...{ ...common, kind: 'hl7', name: 'LIS', certificate: fingerprint, addresses: ['127.0.0.1'] },
    })
    await ask(admin, 'POST', `/lab/addInboxSource/${lab.id}`, {
      ...{ ...common, kind: 'folder', name: 'Scanner', folder: `lab-${lab.id}` },
    })
  }
  return {
    folderOf,
    port: () => one(random, servers).hl7Port,
    tlsOf: (lab) => {
      const tls = clients.get(lab)
      if (!tls) throw new Error('No sender')
      return tls
    },
  }
}
