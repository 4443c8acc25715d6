import { PATIENT_CHANGED } from '../record-kinds.ts'
import { patientDeliveryBody } from '../deliveries/deliveries.forms.ts'
import { defineEndpoint, envelope } from '../endpoint.ts'
import { boundedMultiline, boundedText, idField } from '../fields/fields.ts'
import { REASON_LENGTH } from '../limits.ts'
import { VALIDATION, SUCCESS } from '../messages.ts'
import { patientRowSchema, registerPatientBody } from './patients.contract.ts'
import { findDuplicatesBody } from './patients.forms.ts'
import { idParams, timestamp } from '../fields/query-fields.ts'
import { z } from '../zod.ts'
import { DUPLICATE_REASONS } from '../reasons.ts'

/** `updatedAt` of the record as loaded for editing; a different value is a conflict. */
export const updatePatientBody = z.extend(z.partial(registerPatientBody), {
  updatedAt: z.optional(timestamp),
})
export type UpdatePatient = z.output<typeof updatePatientBody>

export const PATIENT_FIELDS = [
  'fullName',
  'emrId',
  'nationalId',
  'email',
  'phone',
  'dateOfBirth',
  'gender',
  'line1',
  'city',
  'registrationType',
] as const
export type PatientField = (typeof PATIENT_FIELDS)[number]

const changeSchema = z.object({
  field: z.enum(PATIENT_FIELDS),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})

export const patientChangeSchema = z.object({
  id: z.number(),
  at: timestamp,
  by: z.object({ fullName: z.string() }),
  kind: z.enum(['edit', 'merge', 'undo-merge']),
  changes: z.array(changeSchema),
})
export type PatientChange = z.output<typeof patientChangeSchema>

export const possibleDuplicateSchema = z.object({
  patient: z.object({
    id: z.number(),
    fullName: z.string(),
    dateOfBirth: z.string(),
    phone: z.object({ number: z.string() }),
    emrId: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
})
export type PossibleDuplicate = z.output<typeof possibleDuplicateSchema>

const pair = {
  /** The surviving record, to which the other id redirects. */
  survivorId: idField(),
  mergedId: idField(),
}

/** The record whose value is kept, by field; defaults to the surviving record. */
const choices = z._default(z.partialRecord(z.enum(PATIENT_FIELDS), z.enum(['survivor', 'merged'])), {})

export const mergePatientsBody = z.object({
  ...pair,
  choices,
  /** `updatedAt` of both records when compared; a different value is a conflict. */
  seen: z.optional(z.object({ survivor: timestamp, merged: timestamp })),
  /** The record whose language and consents are kept. */
  delivery: z._default(z.enum(['survivor', 'merged']), 'survivor'),
  reason: boundedText(REASON_LENGTH, VALIDATION.mergeReason, VALIDATION.textTooLong),
})
export type MergePatients = z.output<typeof mergePatientsBody>

const mergeCandidateSchema = z.extend(patientRowSchema, {
  delivery: patientDeliveryBody,
  lab: z.object({ id: z.number(), name: z.string() }),
  reportCount: z.number(),
  withdrawnCount: z.number(),
})

export const mergePreviewSchema = z.object({
  survivor: mergeCandidateSchema,
  merged: mergeCandidateSchema,
})
export type MergePreview = z.output<typeof mergePreviewSchema>

export const patientMergeSchema = z.object({
  id: z.number(),
  survivorId: z.number(),
  mergedId: z.number(),
  mergedName: z.string(),
  at: timestamp,
  by: z.object({ fullName: z.string() }),
  reason: z.string(),
  movedReports: z.number(),
  undoneAt: z.nullable(timestamp),
  isUndoable: z.boolean(),
})
export type PatientMerge = z.output<typeof patientMergeSchema>

export const legalHoldSchema = z.object({
  id: z.number(),
  reason: z.string(),
  at: timestamp,
  by: z.object({ fullName: z.string() }),
  lifted: z.nullable(z.object({ reason: z.string(), at: timestamp, by: z.object({ fullName: z.string() }) })),
})
export type LegalHold = z.output<typeof legalHoldSchema>

export const retentionSchema = z.object({
  /** Plain date until which the records must be kept; null without a report. */
  keptUntil: z.nullable(z.string()),
  retentionYears: z.number(),
  holds: z.array(legalHoldSchema),
})
export type Retention = z.output<typeof retentionSchema>

export const holdBody = z.object({
  reason: boundedMultiline(REASON_LENGTH, VALIDATION.holdReason, VALIDATION.textTooLong),
})

export const patientRecordEndpoints = {
  update: defineEndpoint({
    method: 'PUT',
    path: '/patient/update/:id',
    changes: PATIENT_CHANGED,
    access: 'patients:edit',
    patientData: 'change',
    summary: 'Change a patient’s record; previous values stay in its changes',
    params: idParams,
    body: updatePatientBody,
    message: SUCCESS.saved,
    response: envelope({ data: patientRowSchema }),
  }),
  listChanges: defineEndpoint({
    method: 'GET',
    path: '/patient/getChanges/:id',
    access: 'patients:edit',
    patientData: 'list',
    summary: 'All changes of a patient’s record, the latest first',
    params: idParams,
    response: envelope({ data: z.array(patientChangeSchema) }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/patient/delete/:id',
    changes: PATIENT_CHANGED,
    access: 'patients:delete',
    summary: 'Delete a patient who has no reports, not even withdrawn ones',
    params: idParams,
    message: SUCCESS.patientDeleted,
    response: envelope({}),
  }),
  getRetention: defineEndpoint({
    method: 'GET',
    path: '/patient/getRetention/:id',
    shows: 'retention',
    access: 'patients:edit',
    summary: 'The retention date of a patient’s records, and their legal holds',
    params: idParams,
    response: envelope({ data: retentionSchema }),
  }),
  placeHold: defineEndpoint({
    method: 'POST',
    path: '/patient/placeHold/:id',
    changes: ['retention'],
    access: 'patients:delete',
    summary: 'Place a legal hold on a patient’s records',
    params: idParams,
    body: holdBody,
    message: SUCCESS.holdPlaced,
    response: envelope({ data: retentionSchema }),
  }),
  liftHold: defineEndpoint({
    method: 'POST',
    path: '/patient/liftHold/:id',
    changes: ['retention'],
    access: 'patients:delete',
    summary: 'Lift the legal hold on a patient’s records; its entry stays',
    params: idParams,
    body: holdBody,
    message: SUCCESS.holdLifted,
    response: envelope({ data: retentionSchema }),
  }),
  exportRecord: defineEndpoint({
    method: 'GET',
    path: '/patient/exportRecord/:id',
    access: 'patients:edit',
    summary: 'Everything of one patient as a ZIP file: JSON, a FHIR R4 bundle and the report files',
    params: idParams,
    response: 'file',
    file: 'export',
  }),
  findDuplicates: defineEndpoint({
    method: 'POST',
    path: '/patient/findDuplicates',
    changes: [],
    shows: 'checks',
    access: 'patients:add',
    changesNothing: true,
    patientData: 'list',
    summary: 'Records of the caller’s lab that may be the same person; a POST so that names stay out of logs',
    body: findDuplicatesBody,
    response: envelope({ data: z.array(possibleDuplicateSchema) }),
  }),
  previewMerge: defineEndpoint({
    method: 'POST',
    path: '/patient/previewMerge',
    changes: [],
    shows: 'checks',
    access: 'patients:delete',
    changesNothing: true,
    patientData: 'list',
    summary: 'Two records side by side with what would move',
    body: z.object(pair),
    response: envelope({ data: mergePreviewSchema }),
  }),
  merge: defineEndpoint({
    method: 'POST',
    path: '/patient/merge',
    changes: PATIENT_CHANGED,
    access: 'patients:delete',
    patientData: 'change',
    summary: 'Merge two records of one lab: reports move, the merged id leads to the surviving record',
    body: mergePatientsBody,
    message: SUCCESS.patientsMerged,
    response: envelope({ data: patientRowSchema }),
  }),
  listMerges: defineEndpoint({
    method: 'GET',
    path: '/patient/getMerges/:id',
    access: 'patients:delete',
    patientData: 'list',
    summary: 'The records that were merged into this one',
    params: idParams,
    response: envelope({ data: z.array(patientMergeSchema) }),
  }),
  undoMerge: defineEndpoint({
    method: 'POST',
    path: '/patient/undoMerge/:id',
    changes: PATIENT_CHANGED,
    access: 'patients:delete',
    patientData: 'change',
    summary: 'Undo a merge: the reports that moved are returned, later ones stay',
    params: idParams,
    message: SUCCESS.mergeUndone,
    response: envelope({ data: patientMergeSchema }),
  }),
}
