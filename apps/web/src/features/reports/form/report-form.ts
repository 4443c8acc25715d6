import type { FormInput, PublishReport } from '@zelab/contract'
import { publishReportBody } from '@zelab/contract'
import type { Resolver } from 'react-hook-form'
import { reportResolver } from '../../../entities/report/form/report-resolver.ts'

/** Patient and file are set by the page, not typed. */
export type PublishFields = FormInput<typeof publishReportBody>

export const emptyPublishFields = (patientId: number): PublishFields => ({
  title: '',
  remark: '',
  reportTypeId: '',
  patientId,
  fileUrl: '',
  visitId: '',
  isCritical: false,
})

export const publishResolver: Resolver<PublishFields, unknown, PublishReport> =
  reportResolver(publishReportBody)
