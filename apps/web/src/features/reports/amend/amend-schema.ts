import type { AmendReport, FormInput, Report } from '@zelab/contract'
import { amendReportBody } from '@zelab/contract'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { reportResolver } from '../../../entities/report/form/report-fields.tsx'
import * as texts from '../texts.tsx'

/** Version and suspension are added on submit. */
export type AmendFields = Omit<FormInput<typeof amendReportBody>, 'version' | 'suspends'>

export type AmendForm = UseFormReturn<AmendFields, unknown, AmendReport>

export const amendResolver: Resolver<AmendFields, unknown, AmendReport> = reportResolver(amendReportBody)

type ReportFields = Omit<AmendFields, 'reason' | 'note'>

export const publishedFields = (report: Report): ReportFields => ({
  title: report.title,
  remark: report.remark ?? '',
  reportTypeId: String(report.reportType.id),
  patientId: report.patient.id,
  fileUrl: report.filePath,
})

/** Untouched fields take the values of the newer version; edited ones stay. */
export const rebase = (typed: ReportFields, from: Report, to: Report): ReportFields => {
  const [before, after] = [publishedFields(from), publishedFields(to)]
  const keep = <Key extends 'title' | 'remark' | 'reportTypeId' | 'fileUrl'>(key: Key) =>
    typed[key] === before[key] ? after[key] : typed[key]
  return {
    title: keep('title'),
    remark: keep('remark'),
    reportTypeId: keep('reportTypeId'),
    fileUrl: keep('fileUrl'),
    patientId: after.patientId,
  }
}

export interface Change {
  label: string
  before: string
  after: string
}

type Amended = Pick<AmendReport, 'title' | 'remark' | 'reportTypeId' | 'fileUrl'>

export const differs = (base: Report, amendment: Amended): boolean =>
  amendment.title !== base.title ||
  (amendment.remark ?? null) !== base.remark ||
  amendment.reportTypeId !== base.reportType.id ||
  amendment.fileUrl !== base.filePath

const NONE = texts.none

export const changesOf = (
  base: Report,
  amendment: Amended,
  words: { reportType: string; fileName: string },
): Change[] => {
  const changes = [
    { label: texts.reportTitle, before: base.title, after: amendment.title },
    { label: texts.reportType, before: base.reportType.title, after: words.reportType },
    { label: texts.remark, before: base.remark ?? NONE, after: amendment.remark ?? NONE },
  ].filter(({ before, after }) => before !== after)
  return amendment.fileUrl === base.filePath
    ? changes
    : [...changes, { label: texts.file, before: texts.currentFile, after: words.fileName }]
}
