import { useQuery } from '@tanstack/react-query'
import type { PublishReport } from '@zelab/contract'
import type { UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { contactQuery } from '../../../lib/queries/settings.ts'
import type { PublishFields } from './report-form.ts'
import { useReportUpload } from './use-report-upload.ts'

export type ReportForm = UseFormReturn<PublishFields, unknown, PublishReport>

export const useReportFile = ({ control, formState, setValue }: ReportForm, formName: string) => {
  const { errors, isSubmitted } = formState
  const limitMb = useQuery(contactQuery()).data?.uploadLimitMb
  const fileUrl = useWatch({ control, name: 'fileUrl' })
  const setFileUrl = (address: string) =>
    setValue('fileUrl', address, { shouldValidate: isSubmitted, shouldDirty: true })
  return {
    limitMb,
    fileUrl,
    setFileUrl,
    file: useReportUpload({ limitMb, onFileUrl: setFileUrl, formName }),
    error: fileUrl === '' ? errors.fileUrl?.message : undefined,
  }
}
