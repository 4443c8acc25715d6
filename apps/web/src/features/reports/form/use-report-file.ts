import { useQuery } from '@tanstack/react-query'
import type { PublishReport } from '@zelab/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { contactQuery } from '../../../lib/queries/settings.ts'
import type { PublishFields } from './report-form.ts'
import { useReportUpload } from './use-report-upload.ts'

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
