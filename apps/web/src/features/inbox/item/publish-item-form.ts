import type { FormInput, InboxPublish, OpenedInboxItem } from '@zelab/contract'
import { inboxPublishForm } from '@zelab/contract'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { reportResolver } from '../../../entities/report/form/report-fields.tsx'
import { typeNamedInFile } from '../../../entities/report/title-type-mismatch.ts'

export type PublishFields = FormInput<typeof inboxPublishForm>
export type PublishItemForm = UseFormReturn<PublishFields, unknown, InboxPublish>

export const publishItemResolver: Resolver<PublishFields, unknown, InboxPublish> =
  reportResolver(inboxPublishForm)

/** Values from the server, otherwise from the file name. */
export const proposedFields = ({
  title,
  reportType,
  fileName,
  isCritical,
}: Pick<OpenedInboxItem, 'title' | 'reportType' | 'fileName' | 'isCritical'>): PublishFields => {
  const { reportTypes } = useAppDataStore.getState()
  const type = reportType ?? typeNamedInFile(fileName, reportTypes)
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
