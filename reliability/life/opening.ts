import type pg from 'pg'
import { hashPassword } from '../../apps/api/src/platform/password-hasher.ts'
import { ApiClient } from '../../apps/api/src/testing/api-client.ts'
import { OWNER } from './installation.ts'
import { ROLES, type Role, type Team } from './lane.ts'
import { LOINC_CODES } from './people.ts'
import { ask } from './requests.ts'
import type { Lab, Referrer, User, ReportType, World } from './world.ts'

const PASSWORD = 'Staff-of-it-1'
const SECOND_ADMIN = { email: 'admin-null@zelab.test', password: PASSWORD }
const USER_TYPES: Record<Role, number> = { doctor: 2, colleague: 2, technician: 3, receptionist: 4 }
const LINK_DAYS = 3

const accountOf = (role: Role, labId: number) => ({
  email: `${role}-${labId}@zelab.test`,
  password: PASSWORD,
})

export const signIn = async (origin: string, account: object): Promise<ApiClient> => {
  const client = new ApiClient(origin)
  await ask(client, 'POST', '/auth/user/login', account)
  return client
}

export const signInTeam = async (origin: string, labId: number): Promise<Team> => {
  const clients = await Promise.all(ROLES.map((role) => signIn(origin, accountOf(role, labId))))
  const [doctor, colleague, technician, receptionist] = clients as [
    ApiClient,
    ApiClient,
    ApiClient,
    ApiClient,
  ]
  const admin = await signIn(origin, OWNER)
  const secondAdmin = await signIn(origin, SECOND_ADMIN)
  return { doctor, colleague, technician, receptionist, admin, secondAdmin }
}

const PHONE = '+971500000000'
/** Whose role changes. */
const FLOATER = { role: 'floater', userTypeId: 2 } as const

const createUserInserts = async (database: pg.Client) => {
  const passwordHash = await hashPassword(PASSWORD)
  return async (
    role: Role | 'floater' | 'admin',
    labId: number | null,
    userTypeId: number,
  ): Promise<User> => {
    const user = { name: `${role} of lab ${labId}`, email: `${role}-${labId}@zelab.test`, userTypeId }
    const { rows } = await database.query<{ id: string }>(
      `insert into users (full_name, email, phone, password_hash, user_type_id, lab_id)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [user.name, user.email, PHONE, passwordHash, userTypeId, labId],
    )
    return { ...user, id: Number(rows[0]?.id) }
  }
}

const insertStaff = async (
  insert: Awaited<ReturnType<typeof createUserInserts>>,
  labId: number,
): Promise<Pick<Lab, 'staff' | 'floater'>> => {
  const doctor = await insert('doctor', labId, USER_TYPES.doctor)
  const colleague = await insert('colleague', labId, USER_TYPES.colleague)
  await insert('technician', labId, USER_TYPES.technician)
  await insert('receptionist', labId, USER_TYPES.receptionist)
  const floater = { ...(await insert(FLOATER.role, labId, FLOATER.userTypeId)), phone: PHONE }
  return { staff: { doctor, colleague }, floater }
}

const addReferrers = async (admin: ApiClient, labId: number): Promise<Referrer[]> => {
  const referrers: Referrer[] = []
  for (const [index, kind] of (['clinic', 'doctor', 'clinic'] as const).entries()) {
    const fields = { kind, name: `Referrer ${labId} ${index}`, licenseNumber: `DHA-${labId}-${index}` }
    const { id } = await ask(admin, 'POST', `/lab/addReferrer/${labId}`, fields)
    referrers.push({ ...fields, id: id as number })
  }
  return referrers
}

const addTypes = async (admin: ApiClient): Promise<ReportType[]> => {
  const types: ReportType[] = []
  for (const [index, title] of ['Blood count', 'Thyroid function', 'Lipid panel', 'Serology'].entries()) {
    const isSensitive = title === 'Serology'
    const loinc = LOINC_CODES[index] ?? null
    const { id } = await ask(admin, 'POST', '/report/addReportType', { title, loinc, isSensitive })
    types.push({ id: id as number, title, loinc, isSensitive, isChecked: title === 'Thyroid function' })
  }
  return types
}

/** Opens two laboratories with every capability on; only the first uses critical results and holds unpaid reports. */
export const openLabs = async (origin: string, database: pg.Client): Promise<World> => {
  const admin = await signIn(origin, OWNER)
  const types = await addTypes(admin)
  const insert = await createUserInserts(database)
  await insert('admin', null, 1)
  const labs: Lab[] = []
  for (const [index, name] of ['City Lab', 'Harbor Lab'].entries()) {
    const address = { line1: '1 Main Street', city: 'Dubai' }
    const { id } = await ask(admin, 'POST', '/lab/create', { name, address })
    const labId = id as number
    const isFirst = index === 0
    await ask(admin, 'PUT', `/lab/updateVisitSettings/${labId}`, {
      ...{ isOn: true, givesLinks: true, holdsUnpaid: isFirst },
    })
    await ask(admin, 'PUT', `/lab/updateDeliverySettings/${labId}`, {
      ...{ linkDays: LINK_DAYS, quietFromHour: 0, quietUntilHour: 0 },
    })
    await ask(admin, 'PUT', `/lab/updateReleaseSettings/${labId}`, {
      ...{
        twoPersons: 'types',
        reportTypeIds: types.filter(({ isChecked }) => isChecked).map((type) => type.id),
      },
    })
    if (isFirst) await ask(admin, 'PUT', `/lab/updateCriticalSettings/${labId}`, { isOn: true })
    labs.push({
      ...{ id: labId, name, usesCritical: isFirst, holdsUnpaid: isFirst, linkDays: LINK_DAYS },
      ...{ ...(await insertStaff(insert, labId)), referrers: await addReferrers(admin, labId) },
      settings: { adultAge: 18, senderName: null },
    })
  }
  return { day: 1, labs, types, shares: [] }
}
