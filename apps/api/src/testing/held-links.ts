import { sure } from './api-client.ts'
import { giveConsent, startDeliveriesApp } from './deliveries.ts'
import { LinkClient } from './link-client.ts'
import { publishReport, registerPatient } from './test-records.ts'

export const BORN = '1990-05-01'
export const CONTACT_THE_LAB = 'Your report is ready. Please contact the lab.'

/** A lab with visits that holds links until they are paid. */
export const startHeldLinks = async () => {
  const suite = await startDeliveriesApp()
  const { app, lab, doctor, admin, type, mailServer, send, sendDue, deliveriesOf } = suite
  const receptionist = await app.signedIn('Receptionist', lab)

  const setHolding = async (holdsUnpaid: boolean, isOn = true) => {
    sure(await admin.put(`/lab/updateVisitSettings/${lab.id}`, { isOn, holdsUnpaid }))
  }
  const setPayment = (visitId: number, payment: string) =>
    receptionist.put(`/visit/update/${visitId}`, { payment })
  const newVisit = async (patientId: number, payment = 'due'): Promise<number> =>
    sure(await receptionist.post(`/visit/create/${patientId}`, { payment })).id
  const reportOf = async (payment = 'due') => {
    const patientId = await registerPatient(doctor, { dob: BORN })
    sure(await giveConsent(doctor, patientId))
    const { email } = (await doctor.get(`/patient/getById/${patientId}`)).body.data
    const visitId = await newVisit(patientId, payment)
    const { id: reportId } = await publishReport(doctor, patientId, type, { visitId })
    return { patientId, email: email as string, visitId, reportId }
  }
  const sentReport = async (payment?: string) => {
    const report = await reportOf(payment)
    sure(await send(report.reportId))
    await sendDue()
    return report
  }
  const textsTo = (email: string) => mailServer.mailsTo(email).map(({ text }) => text)
  const statesOf = async (reportId: number): Promise<string[]> =>
    (await deliveriesOf(reportId)).map(
      ({ purpose, state }: { purpose: string; state: string }) => `${purpose} ${state}`,
    )
  const linkIn = (text: string | undefined) => new LinkClient(app, /\/r\/(\w+)/.exec(text ?? '')?.[1] ?? '')
  const openedLink = async () => {
    const report = await sentReport('paid')
    const link = linkIn(textsTo(report.email)[0])
    await link.identify(BORN)
    return { ...report, link }
  }
  return {
    ...{ ...suite, receptionist, setHolding, setPayment, newVisit, reportOf, textsTo, statesOf, linkIn },
    heldReport: () => sentReport('due'),
    openedLink,
  }
}
