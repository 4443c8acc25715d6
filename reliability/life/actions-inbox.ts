import { readItemFile } from '../../apps/api/src/testing/inbox.ts'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createHl7Sender } from '../../apps/api/src/testing/hl7-sender.ts'
import { msh, segments } from '../../apps/api/src/testing/hl7-messages.ts'
import { reportPdf } from '../../apps/api/src/testing/inbox.ts'
import { activePatients } from './actions-patients.ts'
import { addReport, addUnreleased } from './actions-reports.ts'
import { chance, choose, newTitle, publisher, sha256Of, type Lane } from './lane.ts'
import { countAwaiting, survivorOf, visitAwaiting } from './oracle.ts'
import { nextNumber, one } from './people.ts'
import { ask, persist } from './requests.ts'
import { ofPatient, ofReport } from './trails.ts'
import type { Arrival, Patient, Referrer, ReportType, Version, Visit } from './world.ts'

const linesOf = ({ fullName, dob, emrId }: Patient): string[] => [
  `Patient: ${fullName}`,
  `DOB: ${dob}`,
  `EMR ID: ${emrId ?? ''}`,
]

const hl7Of = (patient: Patient, { order, title, isCritical, pdf }: Arrival & { pdf: Buffer }): string => {
  const [given = '', family = ''] = patient.fullName.split(' ')
  const fields = { 1: '1', 2: order?.number ?? '', 3: `F-${title}`, 4: `CODE^${title}`, 25: 'F' }
  const obr = Array.from({ length: 25 }, (_, place) => {
    if (place === 15) return order?.stated ?? ''
    return fields[(place + 1) as keyof typeof fields] ?? ''
  })
  return segments(
    msh({ controlId: nextNumber() }),
    `PID|1||${patient.emrId ?? ''}^^^LIS^MR||${family}^${given}||${patient.dob.replaceAll('-', '')}`,
    `OBR|${obr.join('|')}`,
    ...(isCritical ? ['OBX|1|NM|K^Potassium||7.1|mmol/L|3.5-5.1|HH|||F'] : []),
    `OBX|2|ED|PDF^Report||^application^PDF^Base64^${pdf.toString('base64')}||||||F`,
  )
}

const statedOf = ({ licenseNumber, name }: Referrer): string => `${licenseNumber ?? ''}^${name}`
const orderOf = (referrer: Referrer): Arrival['order'] => ({
  ...{ number: `ORD-${nextNumber()}`, referrer, stated: statedOf(referrer) },
})

const arrivalOf = (lane: Lane, patient: Patient, way: Arrival['way'], pdf: Buffer): Arrival => {
  const { share, random } = lane
  const title = newTitle()
  const hasOrder = way === 'hl7' && chance(lane, 0.6)
  return {
    ...{ patient, way, title, sha256: sha256Of(pdf), isOpen: true, arrivedOn: lane.world.day },
    fileName: `${title.replace(' ', '-')}.pdf`,
    isCritical: way === 'hl7' && chance(lane, 0.2),
    order: hasOrder ? orderOf(one(random, share.lab.referrers)) : undefined,
  }
}

/** A laboratory system, a scanner's folder or a person brings a file. */
export const receive = async (lane: Lane): Promise<void> => {
  const { share, random, team, note, senders } = lane
  const patient = choose(
    lane,
    activePatients(lane).filter(({ emrId }) => emrId !== null),
  )
  if (!patient) return
  const pdf = await reportPdf(...linesOf(patient))
  const way = one(random, ['hl7', 'hl7', 'upload', 'folder'] as const)
  const arrival = arrivalOf(lane, patient, way, pdf)
  if (way === 'hl7') {
    const sender = await createHl7Sender(senders.port(), senders.tlsOf(share.lab))
    const answer = await sender.send(hl7Of(patient, { ...arrival, pdf }))
    sender.end()
    if (!answer?.toString().includes('MSA|AA')) throw new Error(`Not accepted: ${String(answer)}`)
  } else if (way === 'folder') await writeFile(path.join(senders.folderOf(share.lab), arrival.fileName), pdf)
  else {
    const form = new FormData()
    form.append('reportFile', new Blob([new Uint8Array(pdf)]), arrival.fileName)
    await ask(team.technician, 'POST', `/inbox/uploadFile?key=${randomUUID()}`, form)
  }
  share.arrivals.push(arrival)
  note(`${arrival.title} of patient ${patient.id} arrived by ${way}`, ofPatient(patient))
}

interface Item {
  id: number
  title: string | null
  fileName: string
  revision: number
}

/** The visit that publishing it adds or joins. */
const visitFor = ({ share }: Lane, patient: Patient, type: ReportType, { order }: Arrival) =>
  order ? undefined : visitAwaiting(share, patient, type)

/** A visit that the sender stated was added: only its referrer and number are stated. */
const adoptVisit = async (
  { share, team }: Lane,
  patient: Patient,
  { order, reportId }: Arrival & { reportId: number },
): Promise<Visit | undefined> => {
  const shown = (await ask(team.receptionist, 'GET', `/visit/getByPatientId/${patient.id}?limit=100`)) as {
    id: number
    orderNumber: string | null
    reports: { id: number }[]
  }[]
  const added = shown.find(({ reports }) => reports.some(({ id }) => id === reportId))
  if (!added) return undefined
  const visit: Visit = {
    ...{ id: added.id, patient, referrer: order?.referrer, isReferrerCertain: true },
    ...{
      orderNumber: added.orderNumber,
      payment: 'unknown',
      promisedOn: undefined,
      paidOn: undefined,
      isCanceled: false,
    },
    expected: [],
  }
  share.visits.push(visit)
  return visit
}

export const publishArrival = async (lane: Lane): Promise<void> => {
  const { world, share, team, note, random } = lane
  const arrival = choose(
    lane,
    share.arrivals.filter(
      ({ isOpen, way, arrivedOn }) => isOpen && (way !== 'folder' || arrivedOn < world.day),
    ),
  )
  if (!arrival) return
  const patient = survivorOf(arrival.patient)
  const type = one(
    random,
    world.types.filter(({ isChecked }) => !arrival.order || !isChecked),
  )
  const { order } = arrival
  // A sender that states a former license number means another referrer.
  if (order && (order.stated !== statedOf(order.referrer) || countAwaiting(share, patient, type) > 0)) return
  const by = publisher(lane)
  const items = (await ask(team[by], 'GET', '/inbox/getAll?limit=100')) as Item[]
  const item = items.find(({ title, fileName }) => title === arrival.title || fileName === arrival.fileName)
  if (!item) return
  await persist(() => readItemFile(team[by], item.id))
  const { revision } = await ask(team[by], 'POST', `/inbox/claim/${item.id}`)
  const isCritical = share.lab.usesCritical && arrival.isCritical
  const expected = visitFor(lane, patient, type, arrival)
  const at = Date.now()
  const data = await ask(team[by], 'POST', `/inbox/publish/${item.id}?revision=${revision}`, {
    ...{ patientId: patient.id, reportTypeId: type.id, title: arrival.title, isVisitConfirmed: true },
    ...(isCritical && { isCritical }),
  })
  arrival.isOpen = false
  const version: Version = {
    ...{ title: arrival.title, type, typeTitle: type.title, sha256: arrival.sha256, releaser: undefined },
  }
  if (data.unreleasedId !== undefined) {
    const id = data.unreleasedId as number
    addUnreleased(lane, { id, patient, visit: expected, version, authors: [by], isCritical })
    note(`published item ${item.id}, which awaits release ${id}`, ofPatient(patient), ['unreleased', id])
    return
  }
  const visit = arrival.order
    ? await adoptVisit(lane, patient, { ...arrival, reportId: data.reportId as number })
    : expected
  const report = addReport(lane, {
    ...{ id: data.reportId as number, patient, visit, version, at },
    critical: isCritical ? 'open' : 'never',
  })
  note(
    `published item ${item.id} as report ${report.id} for ${visit ? `visit ${visit.id}` : 'no visit'}`,
    ...ofReport(report),
  )
}

export const rejectArrival = async (lane: Lane): Promise<void> => {
  const { share, team, note } = lane
  const arrival = choose(
    lane,
    share.arrivals.filter(({ isOpen, way }) => isOpen && way !== 'folder'),
  )
  if (!arrival) return
  const items = (await ask(team.technician, 'GET', '/inbox/getAll?limit=100')) as Item[]
  const item = items.find(({ title, fileName }) => title === arrival.title || fileName === arrival.fileName)
  if (!item) return
  await ask(team.technician, 'POST', `/inbox/reject/${item.id}`, { reason: 'received-twice' })
  arrival.isOpen = false
  note(`rejected item ${item.id}`, ofPatient(arrival.patient))
}
