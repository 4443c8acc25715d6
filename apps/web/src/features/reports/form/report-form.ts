import type { FormInput, PublishReport } from '@zelab/contract'
import { publishReportBody } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { formResolver } from '../../../ui/form/form-resolver.ts'

/** The patient and the file of the form have no field to type in. */
export type PublishFields = FormInput<typeof publishReportBody>

export const emptyPublishFields = (patientId: number): PublishFields => ({
  title: '',
  remark: '',
  reportTypeId: '',
  patientId,
  fileUrl: '',
})

/** Checks a form with a report type in it. */
export const checksWithType =
  <Fields extends PublishFields, Checked>(
    checkAll: Resolver<Fields, unknown, Checked>,
  ): Resolver<Fields, unknown, Checked> =>
  async (...form) => {
    const result = await checkAll(...form)
    const { reportTypeId } = result.errors as FieldErrors<PublishFields>
    // An id may be a number or digits; the resolver would tell which of the two it misses instead of what to do.
    if (reportTypeId) reportTypeId.message = VALIDATION.reportType
    return result
  }

export const publishResolver: Resolver<PublishFields, unknown, PublishReport> = checksWithType(
  formResolver(publishReportBody),
)
