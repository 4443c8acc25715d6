import { zodResolver } from '@hookform/resolvers/zod'
import type { PublishReport } from '@zelab/contract'
import { publishReportBody } from '@zelab/contract'
import { VALIDATION } from '@zelab/contract/messages'
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

type PublishResolver = Resolver<PublishFields, unknown, PublishReport>

const checkAll = zodResolver(publishReportBody) as unknown as PublishResolver

export const publishResolver: PublishResolver = async (...form) => {
  const result = await checkAll(...form)
  const { reportTypeId } = result.errors
  // An id may be a number or digits; the resolver would tell which of the two it misses instead of what to do.
  if (reportTypeId) reportTypeId.message = VALIDATION.reportType
  return result
}

export const PUBLISH_PATHS: readonly Path<PublishFields>[] = ['title', 'remark', 'reportTypeId', 'fileUrl']
