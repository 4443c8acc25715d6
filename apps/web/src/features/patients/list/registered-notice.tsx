import { Box, Group } from '@mantine/core'
import { IconFileUpload, IconUserPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { PatientRow } from '@zelab/contract'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatPatientId } from '../../../lib/format.ts'
import { useCan } from '../../../lib/session-store.ts'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import * as texts from '../texts.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    registeredId?: number
  }
}

interface RegisteredNoticeProps {
  /** Rows of the list, which begin with the new patient. */
  patients: readonly PatientRow[] | undefined
  renderNextStep: ((patientId: number) => ReactNode) | undefined
}

export function RegisteredNotice(props: RegisteredNoticeProps) {
  const id = useLocation({ select: ({ state }) => state.registeredId })
  return id === undefined ? null : <NextSteps key={id} id={id} {...props} />
}

function NextSteps({ id, patients, renderNextStep }: RegisteredNoticeProps & { id: number }) {
  const may = useCan()
  const params = { patientId: String(id) }
  const name = patients?.find((patient) => patient.id === id)?.fullName
  const another = useRef<HTMLAnchorElement>(null)
  // Enter starts the next registration.
  useEffect(() => another.current?.focus({ preventScroll: true }), [])
  return (
    <Box mb="md">
      <Notice tone="info" title={texts.wasRegistered(formatPatientId(id), name)}>
        <Group align="stretch" gap="xs" pt="xs">
          <ButtonLink
            to="/user/patients/add"
            ref={another}
            leftSection={<IconUserPlus size={16} stroke={1.75} />}
          >
            {texts.registerAnother}
          </ButtonLink>
          {may('reports:publish') && (
            <ButtonLink
              to="/user/patient/$patientId/report/publish"
              params={params}
              variant="default"
              leftSection={<IconFileUpload size={16} stroke={1.75} />}
            >
              {texts.publishReport}
            </ButtonLink>
          )}
          <ButtonLink to="/user/patients/view/$patientId" params={params} variant="default">
            {texts.viewProfile}
          </ButtonLink>
          {renderNextStep?.(id)}
        </Group>
      </Notice>
    </Box>
  )
}
