import { TitleConfirmation } from '../../../entities/report/form/report-fields.tsx'
import { Box, Checkbox, Text } from '@mantine/core'
import { reasonText } from '@zelab/contract/reasons'
import { amendQuestion } from '../../../entities/report/texts.ts'
import { useAppDataStore, useUsesTwoPersons } from '../../../lib/app-data-store.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Isolated } from '../../../ui/display/inline.tsx'
import { DetailList } from '../../../ui/layout/detail-list.tsx'
import { PatientStrip } from '../../../entities/patient/patient-strip.tsx'
import { changesOf } from './amend-schema.ts'
import { ConfirmMatch } from '../../../entities/report/match/confirm-match.tsx'
import { needsConfirmation } from '../../../entities/report/match/patient-match-notice.tsx'
import type { PatientMatchResult } from '../../../entities/report/match/patient-match-notice.tsx'
import publishing from '../reports.module.css'
import * as texts from '../texts.tsx'
import type { useAmending } from './use-amending.ts'

interface AmendConfirmationProps {
  amending: ReturnType<typeof useAmending>
  /** Name of the replacement file. */
  fileName: string
  /** Match of the replacement file; not requested for the current one. */
  check: PatientMatchResult
}

export function AmendConfirmation({ amending, fileName, check }: AmendConfirmationProps) {
  const { asked, base, isPending, isMatchConfirmed } = amending
  const usesTwoPersons = useUsesTwoPersons()
  const types = useAppDataStore((state) => state.reportTypes)
  const typeTitle =
    types.find(({ id }) => id === asked?.reportTypeId)?.title ?? texts.typeOfId(asked?.reportTypeId)
  const reportType = asked?.reportTypeId === base.reportType.id ? base.reportType.title : typeTitle
  const changes = asked ? changesOf(base, asked, { reportType, fileName }) : []
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title={texts.askAmend}
      message={amendQuestion(base.id, base.version, usesTwoPersons)}
      confirmLabel={needsConfirmation(check) ? texts.amendAnyway : texts.amend}
      isBlocked={needsConfirmation(check) && !isMatchConfirmed}
      pendingLabel={texts.amending}
      isPending={isPending}
      onConfirm={() => void amending.amend()}
      onCancel={amending.cancel}
    >
      <Box mt="md">
        <PatientStrip patient={base.patient} />
      </Box>
      <table className={publishing.changes}>
        <thead>
          <tr>
            <th scope="col">{texts.whatChanges}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <Text component="td" c="dimmed" inherit>
                <Isolated>{before}</Isolated>
              </Text>
              <Text component="td" inherit fw={600}>
                <Isolated>{after}</Isolated>
              </Text>
            </tr>
          ))}
        </tbody>
      </table>
      <Box mt="md" px="md" py="sm" bg="var(--bench)" bdrs="sm">
        <DetailList
          details={[
            { label: texts.reason, value: reasonText(asked?.reason ?? ''), isWide: true },
            ...(asked?.note ? [{ label: texts.note, value: asked.note, isWide: true }] : []),
          ]}
        />
      </Box>
      <ConfirmMatch
        check={check}
        patientName={base.patient.fullName}
        isConfirmed={isMatchConfirmed}
        onConfirm={amending.confirmMatch}
      />
      {usesTwoPersons && (
        <Checkbox
          mt="md"
          label={texts.suspendCurrent}
          description={texts.suspendCurrentHint}
          checked={amending.suspends}
          onChange={({ currentTarget }) => amending.setSuspends(currentTarget.checked)}
        />
      )}
      <TitleConfirmation title={asked?.title ?? ''} typeId={asked?.reportTypeId} />
    </ConfirmDialog>
  )
}
