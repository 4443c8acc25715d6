import type pg from 'pg'
import { hashPassword } from '../../apps/api/src/platform/password-hasher.ts'
import { ApiClient, sure } from '../../apps/api/src/testing/api-client.ts'
import { addReportType } from '../../apps/api/src/testing/test-records.ts'
import { createReadingClient } from './reading-client.ts'

export const ADMIN = { email: 'owner@zelab.test', password: 'Owner-of-it-1' }
const PASSWORD = 'Staff-of-it-1'
const USER_TYPES = { doctor: 2, technician: 3 } as const
const accountOf = (role: 'admin' | keyof typeof USER_TYPES) =>
  role === 'admin' ? ADMIN : { email: `${role}@zelab.test`, password: PASSWORD }

/** The same people, signed in at one process. */
export interface Team {
  admin: ApiClient
  doctor: ApiClient
  technician: ApiClient
  signIn(): Promise<void>
}

const createTeam = (origin: string): Team => {
  const clients = {
    admin: new ApiClient(origin),
    doctor: new ApiClient(origin),
    technician: new ApiClient(origin),
  }
  const signIn = async () => {
    for (const role of ['admin', 'doctor', 'technician'] as const)
      sure(await clients[role].post('/auth/user/login', accountOf(role)))
  }
  return { ...clients, signIn }
}

const addLab = async (admin: ApiClient, database: pg.Client): Promise<number> => {
  const address = { line1: '1 Main Street', city: 'Dubai' }
  const labId = sure(await admin.post('/lab/create', { name: 'City Lab', address })).id as number
  sure(await admin.put(`/lab/updateVisitSettings/${labId}`, { isOn: true }))
  const passwordHash = await hashPassword(PASSWORD)
  for (const [role, typeId] of Object.entries(USER_TYPES))
    await database.query(
      `insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
       values ($1, $2, '+971500000000', $3, $4, $5)`,
      [role, accountOf(role as keyof typeof USER_TYPES).email, passwordHash, typeId, labId],
    )
  return labId
}

/** @param addresses of a receiver of the lab, one of the referrer, and a second one of the lab */
export const install = async (
  origins: readonly [string, string],
  database: pg.Client,
  addresses: readonly [object, object, object],
) => {
  const teams = [createTeam(origins[0]), createTeam(origins[1])] as const
  const [{ admin, doctor }] = teams
  sure(await admin.post('/auth/user/login', ADMIN))
  const labId = await addLab(admin, database)
  for (const { signIn } of teams) await signIn()
  const referrer = { kind: 'clinic', name: 'Palm Clinic' }
  const referrerId = sure(await doctor.post(`/lab/addReferrer/${labId}`, referrer)).id as number
  const typeId = await addReportType(doctor)
  const checkedTypeId = await addReportType(doctor)
  const release = { twoPersons: 'types', reportTypeIds: [checkedTypeId], allowsAlone: true }
  sure(await admin.put(`/lab/updateReleaseSettings/${labId}`, release))
  const common = { purpose: 'Treatment', country: 'AE' }
  const receiverIds: number[] = []
  for (const [index, address] of addresses.entries()) {
    const reach = index === 1 ? { kind: 'referrer', id: referrerId } : { kind: 'lab' }
    const receiver = { ...common, ...address, name: `Receiver ${index}`, reach }
    receiverIds.push(sure(await admin.post(`/integration/addReceiver/${labId}`, receiver)).id as number)
  }
  const { secret } = sure(
    await admin.post(`/integration/addClient/${labId}`, {
      ...{ ...common, name: 'Client', reach: { kind: 'lab' }, days: 30 },
      scopes: ['system/DiagnosticReport.rs'],
    }),
  )
  return {
    ...{ teams, labId, referrerId, receiverIds, typeId, checkedTypeId },
    client: createReadingClient(origins, secret as string),
  }
}
export type Installation = Awaited<ReturnType<typeof install>>
