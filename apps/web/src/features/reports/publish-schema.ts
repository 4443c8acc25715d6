import { zodResolver } from '@hookform/resolvers/zod'
import type { PublishReport } from '@zelab/contract'
import { publishReportBody } from '@zelab/contract'
import type { Path, Resolver } from 'react-hook-form'

/** What stands in the fields of the publish form; the patient and the file have no field to type in. */
export interface PublishFields {
  title: string
  remark: string
  reportTypeId: string
  patientId: number
  fileUrl: string
}

export const emptyPublishFields = (patientId: number): PublishFields => ({
  title: '',
  remark: '',
  reportTypeId: '',
  patientId,
  fileUrl: '',
})

export const publishResolver = zodResolver(publishReportBody) as unknown as Resolver<
  PublishFields,
  unknown,
  PublishReport
>

export const PUBLISH_PATHS: readonly Path<PublishFields>[] = ['title', 'remark', 'reportTypeId', 'fileUrl']
