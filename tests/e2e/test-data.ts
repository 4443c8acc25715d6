import {
  contract,
  type Lab,
  type PatientRow,
  type Report,
  type ReportType,
  type StaffRole,
  STAFF_USER_TYPES,
} from '@zelab/contract'
import { ApiClient } from './api-client.ts'
import { withDatabase } from './product-database.ts'
import type { ProductServer } from './product-server.ts'
import { sampleSlip, type SampleFile } from './sample-files.ts'

export interface Credentials {
  email: string
  password: string
}

export interface StaffUser extends Credentials {
  id: number
  fullName: string
  role: StaffRole
  lab: { id: number; name: string } | null
}

const PASSWORD = 'Passw0rd@26'

const userTypeIdOf = (role: StaffRole) => STAFF_USER_TYPES.find(({ name }) => name === role)?.id ?? 0

export class TestData {
  private count = 0
  private readonly clients = new Map<string, Promise<ApiClient>>()
  private readonly server: ProductServer
  readonly admin: Credentials

  constructor(server: ProductServer) {
    this.server = server
    this.admin = server.admin
  }

  next(): number {
    return ++this.count
  }

  as({ email, password }: Credentials): Promise<ApiClient> {
    const client =
      this.clients.get(email) ??
      ApiClient.open(this.server.url).then((api) => api.signIn({ email, password }))
    this.clients.set(email, client)
    return client
  }

  async lab(name = `Test Laboratory ${this.next()}`): Promise<Lab> {
    const admin = await this.as(this.admin)
    const body = { name, address: { line1: '12 Harbour Road', city: 'Dubai' }, email: 'desk@lab.test' }
    return (await admin.call(contract.labs.create, { body })).data
  }

  /** In the given lab or a new one; an Admin has none. */
  async user(role: StaffRole, lab?: { id: number }, name = `${role} ${this.next()}`): Promise<StaffUser> {
    const admin = await this.as(this.admin)
    const labId = role === 'Admin' ? undefined : (lab ?? (await this.lab())).id
    const email = `user-${this.next()}@zelab.test`
    const body = {
      name,
      userTypeId: String(userTypeIdOf(role)),
      labId,
      phone: `+9715010${String(this.next()).padStart(5, '0')}`,
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }
    const { data } = await admin.call(contract.users.register, { body })
    return { id: data.id, fullName: data.fullName, email, password: PASSWORD, role, lab: data.lab }
  }

  /** An account of type Patient, which the product cannot create yet (AMB-15). */
  async patientAccount(): Promise<Credentials> {
    const { id, email, password } = await this.user('Doctor')
    await withDatabase(this.server, (database) =>
      database.execute('update users set user_type_id = 5 where id = $1', [id]),
    )
    return { email, password }
  }

  async patient(by: Credentials, given: Record<string, unknown> = {}): Promise<PatientRow> {
    const number = this.next()
    const body = {
      fullName: `Patient ${number}`,
      emrId: `EMR-${number}`,
      email: `patient-${number}@mail.test`,
      phone: `+9715020${String(number).padStart(5, '0')}`,
      dob: '1985-04-12',
      gender: 'FEMALE',
      address: { line1: '7 Palm Street', city: 'Sharjah' },
      ...given,
    }
    const api = await this.as(by)
    return (await api.call(contract.patients.register, { body })).data
  }

  async reportType(by: Credentials, title = `Report type ${this.next()}`): Promise<ReportType> {
    const api = await this.as(by)
    return (await api.call(contract.reportTypes.add, { body: { title } })).data
  }

  async report(
    by: Credentials,
    patient: { id: number },
    given: { file?: SampleFile; title?: string; remark?: string; reportType?: { id: number } } = {},
  ): Promise<Report> {
    const api = await this.as(by)
    const reportType = given.reportType ?? (await this.reportType(by))
    const { fileUrl } = await api.uploadFile(given.file ?? sampleSlip())
    const body = {
      title: given.title ?? `Report ${this.next()}`,
      remark: given.remark,
      reportTypeId: reportType.id,
      patientId: patient.id,
      fileUrl,
    }
    const params = { patientId: String(patient.id) }
    const { data } = await api.call(contract.reports.publish, { params, body })
    if ('unreleasedId' in data) throw new Error('The report awaits release')
    return data
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await (await client).close()
  }
}
