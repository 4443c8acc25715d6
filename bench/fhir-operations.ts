import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { CLIENT_KEY_PREFIX } from '@zelab/contract'
import { request } from 'undici'
import { newSecretToken } from '../apps/api/src/platform/encryption.ts'
import type { ConnectedSystems } from './connected-systems.ts'
import { publishFile, SIZES, type Publisher } from './files.ts'
import { get, round, type Operation } from './requests.ts'
import { makePdf } from './sample-pdf.ts'
import type { Samples } from './samples.ts'

const API = '/fhir/R4'
const FLOOR_FILE = 'fhir.pdf'
/** Each may send 600 requests per minute. The first of a minute notes that the client is used, so more would be slower. */
const CLIENTS = 60

/** Reads of connected systems of the largest lab. */
export const listFhirOperations = ({
  samples: { lab, patientIds },
  systems,
  staticFolder,
  publisher,
}: {
  samples: Samples
  systems: ConnectedSystems
  staticFolder: string
  publisher: Publisher
}): Operation[] => {
  const keys = Array.from({ length: CLIENTS }, () => `${CLIENT_KEY_PREFIX}${newSecretToken()}`)
  const key = round(keys)
  const headers = () => ({ authorization: `Bearer ${key()}` })
  const patient = round(patientIds)
  const read = (path: () => string) => ({
    product: { next: () => ({ method: 'GET' as const, path: `${API}/${path()}`, headers: headers() }) },
    prepare: () => systems.insertClients(keys),
    tidy: () => systems.remove(),
  })

  let report = 0
  const file = read(() => `Binary/report-${report}-1`)
  /** The first read makes the stamped copy, which the floor sends too. */
  const publish = async () => {
    const { id } = await publishFile(publisher, makePdf(SIZES.small))
    report = id
    await file.prepare()
    const answer = await request(`${publisher.origin}${file.product.next().path}`, { headers: headers() })
    const content = Buffer.from(await answer.body.arrayBuffer())
    if (answer.statusCode !== 200) throw new Error(`The file was answered ${answer.statusCode}`)
    writeFileSync(path.join(staticFolder, FLOOR_FILE), content)
  }

  return [
    {
      name: 'FHIR reports, page of 50',
      ...read(() => 'DiagnosticReport?_count=50'),
      floor: get(() => `/fhir/reports?lab=${lab}`),
      floorKind: 'sql',
    },
    {
      name: 'FHIR reports of a patient',
      ...read(() => `DiagnosticReport?_count=50&patient=patient-${patient()}`),
      floor: get(() => `/fhir/reports?lab=${lab}&patient=${patient()}`),
      floorKind: 'sql',
    },
    {
      name: 'FHIR file, 200 kB',
      ...{ ...file, prepare: publish },
      floor: get(() => `/${FLOOR_FILE}`),
      floorKind: 'static',
    },
  ]
}
