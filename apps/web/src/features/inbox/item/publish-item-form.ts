import type { InboxPublish, OpenedInboxItem } from '@zelab/contract'
import { inboxPublishForm } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { formResolver } from '../../../ui/form/form-resolver.ts'
import { typeNamedInFile } from '../../../entities/report/title-type-mismatch.ts'
import { isLastType } from '../last-type.ts'
import type { PublishFields } from './report-fields.tsx'

/** Checks a form whose ids are empty until selected. */
export const withChoices =
  <Fields extends FieldValues, Checked>(
    checkAll: Resolver<Fields, unknown, Checked>,
  ): Resolver<Fields, unknown, Checked> =>
  async (...form) => {
    const result = await checkAll(...form)
    const { reportTypeId, patientId } = result.errors as FieldErrors<PublishFields>
    if (reportTypeId) reportTypeId.message = VALIDATION.reportType
    if (patientId) patientId.message = VALIDATION.patient
    return result
  }

export const publishItemResolver: Resolver<PublishFields, unknown, InboxPublish> = withChoices(
  formResolver(inboxPublishForm),
)

/** Values from the server, otherwise from the file name, otherwise the type of the last item. */
export const proposedFields = ({
  title,
  reportType,
  fileName,
  isCritical,
}: Pick<OpenedInboxItem, 'title' | 'reportType' | 'fileName' | 'isCritical'>): PublishFields => {
  const { reportTypes } = useAppDataStore.getState()
  const type = reportType ?? typeNamedInFile(fileName, reportTypes) ?? reportTypes.find(isLastType)
  return {
    patientId: '',
    reportTypeId: type ? String(type.id) : '',
    title: title ?? type?.title ?? '',
    remark: '',
    visitId: '',
    isCritical,
    isVisitConfirmed: false,
  }
}
