import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { returnReportForm, type UnreleasedReport } from '@zelab/contract'
import { SUCCESS } from '@zelab/contract/messages'
import { useId, useRef, useState } from 'react'
import { Hint } from '../../ui/display/inline.tsx'
import { PatientStrip } from '../../entities/patient/patient-strip.tsx'
import { hasDoubt, type PatientMatchResult } from '../../entities/report/match/patient-match-notice.tsx'
import { usePageShortcuts } from '../../lib/page-shortcuts.ts'
import { Kbd } from '../../ui/display/tags.tsx'
import { queueKeys } from '../../ui/list/queue.tsx'
import { ariaKey, CONFIRM_LABEL, RECORD_SHORTCUTS } from '../../ui/shortcuts/record-shortcuts.ts'
import { releaseCountsQuery } from '../../lib/queries/counts.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { toastError, toastProblem, toastSuccess } from '../../ui/feedback/toasts.ts'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { useConfirmedIdentity } from '../../entities/identity/confirmed-identity.tsx'
import * as words from '../../ui/form/texts.ts'
import * as texts from './texts.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { ReleaseQuestion } from './release-question.tsx'
import type { useReleaseQueue } from './use-release-queue.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { useEndpoint } from '../../lib/endpoint-mutation.ts'
import { api } from '../../lib/api-client.ts'

const seenOf = ({ revision, file }: UnreleasedReport) => ({ revision, sha256: file?.sha256 ?? '' })
const decisionOf = (report: UnreleasedReport) => ({
  ...seenOf(report),
  version: report.amends?.version ?? 0,
})

type Asked = 'release' | 'return' | 'takeOver' | 'correct' | 'discard' | 'suspend' | 'lift'

interface ReleaseActionsProps {
  report: UnreleasedReport
  /** SHA-256 of the file on the screen; undefined while it loads. */
  shown: string | undefined
  queue: ReturnType<typeof useReleaseQueue>
  check: PatientMatchResult
}

export function ReleaseActions({ report, shown, queue, check }: ReleaseActionsProps) {
  const { data: counts } = useQuery(releaseCountsQuery())
  const [asked, setAsked] = useState<Asked>()
  /** As the user saw it when asking: a correction may arrive meanwhile. */
  const [seen, setSeen] = useState({ ...report, shown })
  const hintId = useId()
  const opener = useRef<HTMLElement | null>(null)
  const identity = useConfirmedIdentity()
  const release = useEndpoint(api.release.release, { id: report.id })
  const sendBack = useEndpoint(api.release.sendBack, { id: report.id })
  const takeOver = useEndpoint(api.release.takeOver, { id: report.id })
  const discard = useEndpoint(api.release.discard, { id: report.id })
  const review = useEndpoint(api.release.review, { id: report.id })
  const suspend = useEndpoint(api.release.suspend, { id: report.id })
  const lift = useEndpoint(api.release.lift, { id: report.id })

  const ask = (what: Asked) => {
    opener.current = document.activeElement as HTMLElement | null
    setSeen({ ...report, shown })
    setAsked(what)
  }
  const close = () => {
    setAsked(undefined)
    opener.current?.focus()
  }
  const goOn = () => {
    setAsked(undefined)
    void queue.advance()
  }
  const leave = (message: string) => {
    toastSuccess(message)
    goOn()
  }
  const releaseNow = (
    { revision, shown: sha256 = '' }: typeof seen,
    more: { aloneReason?: string; isCritical?: true },
  ) =>
    identity.run(async () => {
      await release.mutateAsync({ revision, sha256, ...more })
      leave(texts.wasReleased(report))
    })
  const showSuccess = ({ message }: { message: string }) => {
    close()
    toastSuccess(message)
  }
  const showFailure = (error: unknown) => {
    close()
    toastError(error, texts.failed)
  }

  const { state, isOwn, released, amends, isCritical: isFlagged } = report
  /** As the server asks for it. */
  const needsReason = !isOwn || isFlagged
  const discardMessage = amends?.isSuspended
    ? `${texts.discardMessage} ${texts.discardSuspended}`
    : texts.discardMessage
  const reasons = {
    return: {
      title: texts.sendBackTitle,
      hint: texts.sendBackHint,
      confirmLabel: texts.sendBack,
      pendingLabel: texts.sendingBack,
      onConfirm: async (text: string) => {
        await sendBack.mutateAsync({ revision: seen.revision, reason: text })
        leave(SUCCESS.reportSentBack)
      },
    },
    discard: {
      title: texts.discardTitle,
      hint: isFlagged ? `${discardMessage} ${texts.discardCritical}` : discardMessage,
      confirmLabel: words.discard,
      pendingLabel: texts.discarding,
      onConfirm: async (text: string) => {
        await discard.mutateAsync({ revision: seen.revision, reason: text })
        leave(SUCCESS.reportDiscarded)
      },
    },
  }
  const reason = asked === 'return' || (asked === 'discard' && needsReason) ? reasons[asked] : undefined
  const isOpen = state === 'awaiting' || state === 'returned'
  const mayRelease = counts?.mayRelease === true && state === 'awaiting'
  const mayReturn = mayRelease && !isOwn
  const mayDecide = mayRelease && (!isOwn || counts.allowsAlone)
  const waitsForFile = mayDecide && shown === undefined
  /** Asks only when the file and the patient leave a doubt, or for a reason. */
  const releaseAtOnce = () => {
    if (release.isPending || release.isSuccess) return
    if (waitsForFile) toastProblem(texts.waitsForFile)
    else if (isOwn || check.isPending || hasDoubt(check)) ask('release')
    else void releaseNow({ ...report, shown }, {}).catch(showFailure)
  }
  usePageShortcuts(texts.shortcuts, [
    ...queueKeys({ queue, labels: texts.neighbors }),
    ...(mayDecide ? [{ label: texts.release, ...RECORD_SHORTCUTS.confirm, run: releaseAtOnce }] : []),
    ...(mayReturn ? [{ label: texts.sendBack, ...RECORD_SHORTCUTS.refuse, run: () => ask('return') }] : []),
    { label: texts.keyBack, ...RECORD_SHORTCUTS.back, run: queue.close },
  ])
  const head = <PatientStrip patient={seen.patient} />
  return (
    <Group justify="flex-end" gap="xs">
      {isOpen && (isOwn || counts?.mayRelease) && (
        <Button variant="default" onClick={() => ask('discard')}>
          {words.discard}
        </Button>
      )}
      {isOpen && amends && !amends.isSuspended && (isOwn || counts?.mayRelease) && (
        <Button variant="default" onClick={() => ask('suspend')}>
          {texts.suspend}
        </Button>
      )}
      {isOpen && amends?.isSuspended && counts?.mayReview && (
        <Button variant="default" onClick={() => ask('lift')}>
          {texts.lift}
        </Button>
      )}
      {state === 'returned' && !isOwn && counts?.mayTakeOver && (
        <Button variant="default" onClick={() => ask('takeOver')}>
          {texts.takeOver}
        </Button>
      )}
      {isOpen && isOwn && (
        <Button variant="default" onClick={() => ask('correct')}>
          {texts.correct}
        </Button>
      )}
      {mayReturn && (
        <>
          <Button
            variant="default"
            aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.refuse)}
            onClick={() => ask('return')}
          >
            {texts.sendBack}
            <Kbd>{ariaKey(RECORD_SHORTCUTS.refuse)}</Kbd>
          </Button>
          <SubmitButton
            disabled={waitsForFile}
            isPending={release.isPending}
            pendingLabel={texts.releasing}
            aria-describedby={waitsForFile ? hintId : undefined}
            aria-keyshortcuts={ariaKey(RECORD_SHORTCUTS.confirm)}
            onClick={() => ask('release')}
          >
            {texts.release}
            <Kbd hasModifier>{CONFIRM_LABEL}</Kbd>
          </SubmitButton>
        </>
      )}
      {mayRelease && isOwn && counts.allowsAlone && (
        <Button
          disabled={waitsForFile}
          aria-describedby={waitsForFile ? hintId : undefined}
          onClick={() => ask('release')}
        >
          {texts.releaseAlone}
        </Button>
      )}
      {released?.aloneReason && !released.reviewed && !isOwn && counts?.mayReview && (
        <SubmitButton
          isPending={review.isPending}
          pendingLabel={texts.reviewing}
          onClick={() =>
            review.mutate(seenOf(report), {
              onSuccess: () => leave(SUCCESS.releaseReviewed),
              onError: (error) => toastError(error),
            })
          }
        >
          {texts.review}
        </SubmitButton>
      )}
      {/* Last, so that the buttons stay where they are when it goes. */}
      {waitsForFile && (
        <Hint id={hintId} w="100%" ta="end">
          {texts.waitsForFile}
        </Hint>
      )}
      {asked === 'release' && (
        <ReleaseQuestion
          report={report}
          check={check}
          isPending={release.isPending}
          onConfirm={(isCritical) =>
            void releaseNow(seen, isCritical ? { isCritical } : {}).catch(showFailure)
          }
          onReleaseAlone={(aloneReason) => releaseNow(seen, { aloneReason })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        head={head}
        isOpen={asked === 'takeOver'}
        title={texts.takeOverTitle}
        message={texts.takeOverMessage}
        confirmLabel={texts.takeOver}
        pendingLabel={texts.takingOver}
        isPending={takeOver.isPending}
        onConfirm={() =>
          takeOver.mutate({ revision: seen.revision }, { onSuccess: showSuccess, onError: showFailure })
        }
        onCancel={close}
      />
      <ConfirmDialog
        head={head}
        isOpen={asked === 'discard' && !needsReason}
        title={texts.discardTitle}
        message={discardMessage}
        confirmLabel={words.discard}
        pendingLabel={texts.discarding}
        isPending={discard.isPending}
        isDangerous
        onConfirm={() =>
          discard.mutate(
            { revision: seen.revision },
            {
              onSuccess: () => leave(SUCCESS.reportDiscarded),
              onError: showFailure,
            },
          )
        }
        onCancel={close}
      />
      <ConfirmDialog
        head={head}
        isOpen={asked === 'suspend' || asked === 'lift'}
        {...(asked === 'lift'
          ? {
              ...{ title: texts.liftTitle, message: texts.liftMessage },
              ...{ confirmLabel: texts.lift, pendingLabel: texts.lifting },
            }
          : {
              ...{ title: texts.suspendTitle, message: texts.suspendMessage },
              ...{ confirmLabel: texts.suspend, pendingLabel: texts.suspending },
            })}
        isPending={suspend.isPending || lift.isPending}
        isDangerous={asked === 'suspend'}
        onConfirm={() =>
          (asked === 'lift' ? lift : suspend).mutate(decisionOf(seen), {
            onSuccess: showSuccess,
            onError: showFailure,
          })
        }
        onCancel={close}
      />
      {reason && (
        <ReasonDialog
          head={head}
          label={texts.reason}
          schema={returnReportForm}
          onClose={close}
          {...reason}
        />
      )}
      {asked === 'correct' && <CorrectDialog report={seen} onSaved={goOn} onClose={close} />}
      {identity.dialog}
    </Group>
  )
}
