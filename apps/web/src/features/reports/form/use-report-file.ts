import { useQuery } from '@tanstack/react-query'
import { type PublishReport, type FormInput, publishReportBody } from '@zelab/contract'
import { type UseFormReturn, useController, type Resolver } from 'react-hook-form'
import { contactQuery } from '../../../lib/queries/settings.ts'
import { useReportUpload } from './use-report-upload.ts'
import { reportResolver } from '../../../entities/report/form/report-fields.tsx'

export type ReportForm = UseFormReturn<PublishFields, unknown, PublishReport>

export const useReportFile = ({ control, formState, setValue }: ReportForm, formName: string) => {
  const { errors, isSubmitted } = formState
  const limitMb = useQuery(contactQuery()).data?.uploadLimitMb
  const { field } = useController({ control, name: 'fileUrl' })
  const { value: fileUrl } = field
  const setFileUrl = (address: string) =>
    setValue('fileUrl', address, { shouldValidate: isSubmitted, shouldDirty: true })
  return {
    limitMb,
    fileUrl,
    /** Gets the focus when the file is the first thing missing. */
    chooserRef: field.ref,
    setFileUrl,
    file: useReportUpload({ limitMb, onFileUrl: setFileUrl, formName }),
    error: fileUrl === '' ? errors.fileUrl?.message : undefined,
  }
}

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
