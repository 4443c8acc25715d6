import { Box, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { SetupChecklist as Steps } from '@zelab/contract'
import { useState, type ReactNode } from 'react'
import { Hint } from '../../../ui/display/inline.tsx'
import { useChecklistChange } from '../../../lib/queries/setup-checklist.ts'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { ButtonLink } from '../../../ui/actions/links.tsx'
import { SectionCard } from '../../../ui/layout/section-card.tsx'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { toastError } from '../../../ui/feedback/toasts.ts'
import classes from '../dashboard.module.css'
import * as texts from './texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../lib/session-store.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'

const LOOK = { size: 'xs', variant: 'default' } as const

interface Step {
  isDone: boolean
  isOptional?: boolean
  name: string
  why: string
  action: ReactNode
}

const stepsOf = (steps: Steps): Step[] => [
  {
    isDone: steps.hasLab,
    name: texts.lab,
    why: texts.labWhy,
    action: (
      <ButtonLink to="/user/set-up" hash="lab" {...LOOK}>
        {texts.createLab}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasStaff,
    name: texts.staff,
    why: texts.staffWhy,
    action: (
      <ButtonLink to="/user/set-up" hash="person" {...LOOK}>
        {texts.addUser}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasReportType,
    name: texts.reportType,
    why: texts.reportTypeWhy,
    action: (
      <ButtonLink to="/user/set-up" hash="types" {...LOOK}>
        {texts.addReportType}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasContact,
    isOptional: true,
    name: texts.contact,
    why: texts.contactWhy,
    action: (
      <ButtonLink to="/user/settings/general" {...LOOK}>
        {texts.enterContact}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasLetterhead,
    isOptional: true,
    name: texts.letterhead,
    why: texts.letterheadWhy,
    action: (
      <ButtonLink to="/user/set-up" hash="letterhead" {...LOOK}>
        {texts.openLetterhead}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasTestMail,
    name: texts.mail,
    why: texts.mailWhy,
    action: (
      <ButtonLink to="/user/settings/general" hash="mail" {...LOOK}>
        {texts.testMail}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasBackup,
    name: texts.backup,
    why: texts.backupWhy,
    action: (
      <ButtonLink to="/user/settings/general" search={{ tab: 'backups' }} {...LOOK}>
        {texts.openBackups}
      </ButtonLink>
    ),
  },
  {
    isDone: steps.hasReport,
    name: texts.report,
    why: texts.reportWhy,
    action: (
      <ButtonLink to="/user/set-up" hash="report" {...LOOK}>
        {texts.showHow}
      </ButtonLink>
    ),
  },
]

function SetupChecklistCard({ steps, isFolded }: { steps: Steps; isFolded: boolean }) {
  const dismiss = useChecklistChange(api.settings.dismissSetupChecklist)
  const list = stepsOf(steps)
  const doneCount = list.filter(({ isDone }) => isDone).length
  const next = list.find(({ isDone }) => !isDone)
  const [isOpen, setIsOpen] = useState(!isFolded)
  return (
    <SectionCard
      title={texts.title}
      subtitle={texts.progress(doneCount, list.length)}
      isFlush
      actions={
        <>
          {!isOpen && next?.action}
          {isFolded && (
            <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {texts.steps}
            </Button>
          )}
          <SubmitButton
            size="xs"
            variant="subtle"
            isPending={dismiss.isPending}
            onClick={() => dismiss.mutate(undefined, { onError: (error) => toastError(error) })}
          >
            {texts.hide}
          </SubmitButton>
        </>
      }
    >
      {isOpen && (
        <Stack component="ol" gap={0} mod="rows">
          {list.map(({ isDone, name, why, action }) => (
            <Group
              component="li"
              key={name}
              gap="sm"
              px="md"
              py={isDone ? 'xs' : 'sm'}
              aria-current={name === next?.name ? 'step' : undefined}
            >
              <span className={classes.sign} data-done={isDone || undefined}>
                {isDone && <IconCheck size={14} stroke={2.5} aria-hidden="true" />}
              </span>
              <Box flex="1 1 14rem" miw={0}>
                <Text fw={500} {...(isDone && { c: 'dimmed' })}>
                  <VisuallyHidden>{isDone ? texts.done : texts.toDo}</VisuallyHidden> {name}{' '}
                  {name === next?.name && <StatusBadge tone="accent">{texts.next}</StatusBadge>}
                </Text>
                {!isDone && <Hint>{why}</Hint>}
              </Box>
              {!isDone && action}
            </Group>
          ))}
        </Stack>
      )}
    </SectionCard>
  )
}

const isOver = (steps: Steps): boolean =>
  steps.isDismissed || stepsOf(steps).every(({ isDone, isOptional }) => isDone || isOptional)

const useSetupChecklist = () => {
  const may = useCan()
  const isAsked = may('settings:general')
  return { ...useQuery({ ...endpointQuery(api.settings.getSetupChecklist), enabled: isAsked }), isAsked }
}

/** An installation is new until its first report. */
export const useSetup = (): 'unknown' | 'new' | 'unfinished' | 'over' => {
  const { isAsked, data, isError } = useSetupChecklist()
  if (!isAsked || (isError && !data)) return 'over'
  if (!data) return 'unknown'
  if (isOver(data)) return 'over'
  return data.hasReport ? 'unfinished' : 'new'
}

/** Shown to an Admin until all steps are done or the Admin dismisses it; one line after the first report. */
export function SetupChecklist() {
  const { data } = useSetupChecklist()
  return data && <SetupChecklistCard steps={data} isFolded={data.hasReport} />
}
