import type { FormInput, PublishReport } from '@zelab/contract'
import { publishReportBody } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'

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

/** Adds the check that a report type is selected. */
export const checksWithType =
  <Fields extends Omit<PublishFields, 'visitId' | 'isCritical'>, Checked>(
    checkAll: Resolver<Fields, unknown, Checked>,
  ): Resolver<Fields, unknown, Checked> =>
  async (...form) => {
    const result = await checkAll(...form)
    const { reportTypeId } = result.errors as FieldErrors<PublishFields>
    // The id is a union type, whose default message is not helpful.
    if (reportTypeId) reportTypeId.message = VALIDATION.reportType
    return result
  }

export const publishResolver: Resolver<PublishFields, unknown, PublishReport> = checksWithType(
  formResolver(publishReportBody),
)
