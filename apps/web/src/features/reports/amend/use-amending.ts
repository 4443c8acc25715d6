import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AmendReport, Report, ReportVersion } from '@zelab/contract'
import { REFUSAL } from '@zelab/contract/messages'
import { useState } from 'react'
import { ApiError, isRefusal, messageOf } from '../../../lib/api-error.ts'
import { unknownPage } from '../../../entities/report/queries.ts'
import { showFieldErrors } from '../../../ui/form/form-resolver.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.ts'
import type { AmendForm } from './amend-schema.ts'
import { differs, rebase } from './amend-schema.ts'
import * as texts from '../texts.tsx'
import { useAwaitPatientMatch } from '../../../entities/report/match/patient-match-notice.tsx'
import { endpointMutation } from '../../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const FAILED = texts.amendFailed

interface AmendFailure {
  message: string
  /** Another user amended the report meanwhile. */
  isConflict: boolean
}

/** There is a newer version, or the patient was merged into another record. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || isRefusal(error, 'PATIENT_CANNOT_BE_AMENDED'))

const useAmendReport = (id: number) => {
  const client = useQueryClient()
  const { queryKey } = endpointQuery(api.reports.getById, { params: { reportId: id } })
  return useMutation({
    ...endpointMutation(api.reports.amend, { id }),
    onSuccess: ({ data: report }) => {
      // A second person has to release the new version.
      if ('unreleasedId' in report) return
      // Shows the new version at once; the letterhead follows with the refetch.
      client.setQueryData(queryKey, (known) =>
        known ? { ...known, ...report, firstPage: unknownPage(report.filePath), stamp: null } : undefined,
      )
    },
  })
}

/** Confirms, amends and returns to the report. After a failure the form keeps its values. */
export const useAmending = (form: AmendForm, opened: Report, onAmended: () => void) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const amendReport = useAmendReport(opened.id)
  const checkEnd = useAwaitPatientMatch()
  const [isChecking, setIsChecking] = useState(false)
  const [isMatchConfirmed, confirmMatch] = useState(false)
  /** The version that the form is based on; it changes on the user's request only. */
  const [base, setBase] = useState(opened)
  const [newer, setNewer] = useState<ReportVersion>()
  const [asked, setAsked] = useState<AmendReport>()
  const [suspends, setSuspends] = useState(false)
  const [failure, setFailure] = useState<AmendFailure>()

  /** Rebases the form on the newest version. */
  const catchUp = async () => {
    const latest = await client.fetchQuery(
      endpointQuery(api.reports.getById, { params: { reportId: base.id } }),
    )
    const [version] = await client.fetchQuery(
      endpointQuery(api.reports.listVersions, { params: { id: base.id } }),
    )
    const fields = rebase(form.getValues(), base, latest)
    for (const key of ['title', 'remark', 'reportTypeId', 'fileUrl', 'patientId'] as const)
      form.setValue(key, fields[key])
    setNewer(version)
    setBase(latest)
  }

  const amend = async (): Promise<void> => {
    if (!asked) return
    let message: string
    try {
      const answer = await amendReport.mutateAsync({
        ...asked,
        version: base.version,
        ...(suspends && { suspends }),
      })
      message = answer.message
    } catch (error) {
      setAsked(undefined)
      setFailure({ message: messageOf(error, FAILED), isConflict: isRefusal(error, 'REPORT_CHANGED') })
      toastError(error, FAILED, { isSilent: true })
      // If this fails too, the next attempt is refused again and nothing is lost.
      if (isOutdated(error)) return catchUp().catch(() => undefined)
      showFieldErrors(error, form)
      return
    }
    onAmended()
    toastSuccess(message)
    await navigate({
      to: '/user/reports/view/$reportId',
      params: { reportId: String(base.id) },
      replace: true,
    })
  }

  return {
    base,
    newer,
    asked,
    failure,
    isChecking,
    isMatchConfirmed,
    confirmMatch,
    suspends,
    setSuspends,
    isPending: amendReport.isPending,
    amend,
    ask: async (amendment: AmendReport) => {
      if (!differs(base, amendment))
        return setFailure({ message: REFUSAL.NOTHING_AMENDED, isConflict: false })
      setFailure(undefined)
      const { patientId, fileUrl } = amendment
      setIsChecking(true)
      if (fileUrl !== base.filePath) await checkEnd({ patientId, fileUrl })
      setIsChecking(false)
      confirmMatch(false)
      setAsked(amendment)
    },
    cancel: () => setAsked(undefined),
  }
}
