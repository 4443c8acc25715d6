import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Lab, ReportType, SetupChecklist } from '@zelab/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { labsQuery, reportTypesQuery } from '../../lib/queries/lookups.ts'
import { usersQuery } from '../../lib/queries/users.ts'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { Hint } from '../../ui/display/inline.tsx'
import { StatusBadge } from '../../ui/display/status-badge.tsx'
import { useInitialFocus } from '../../ui/form/initial-focus.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Fetched } from '../../ui/list/fetched.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { api } from '../../lib/api-client.ts'

interface SetUpPageProps {
  /** Rendered by the route, because features do not import each other. */
  labForm: ReactNode
  typesForm: ReactNode
  people: ReactNode
  renderPersonForm: (lab: Lab) => ReactNode
  renderLetterheadForm: (lab: Lab) => ReactNode
  renderTrial: (lab: Lab) => ReactNode
  renderLogout: (dialog: { isOpen: boolean; onClose: () => void }) => ReactNode
}

const STEPS: readonly texts.Step[] = ['lab', 'person', 'types', 'letterhead', 'report']
const LINK = { size: 'xs', variant: 'default' } as const

/** From an empty installation to the first report, in order. */
export function SetUpPage(parts: SetUpPageProps) {
  const checklist = useQuery(endpointQuery(api.settings.getSetupChecklist))
  const labs = useQuery(labsQuery())
  const types = useQuery(reportTypesQuery())
  // Known before the cards below are placed.
  const { isPending: arePeoplePending } = useQuery(usersQuery())
  const { data } = checklist
  return (
    <Box maw="var(--form-width)">
      <PageHeader
        title={texts.title}
        subtitle={data && texts.progress(STEPS.filter((step) => data[texts.DONE[step]]).length, STEPS.length)}
        backTo="/user/dashboard"
      />
      <Fetched query={checklist} isOnBench skeleton={<Loading />}>
        {(done) => (
          <Fetched query={labs} isOnBench skeleton={<Loading />}>
            {([lab]) => (
              <Fetched query={types} isOnBench skeleton={<Loading />}>
                {(known) =>
                  arePeoplePending ? (
                    <Loading />
                  ) : (
                    <Steps
                      parts={parts}
                      done={{ ...done, hasLab: lab !== undefined }}
                      lab={lab}
                      types={known}
                    />
                  )
                }
              </Fetched>
            )}
          </Fetched>
        )}
      </Fetched>
    </Box>
  )
}

function Loading() {
  return <Skeleton height="20rem" radius="lg" role="status" aria-label={texts.loading} />
}

/** Opens the step of the address; afterwards the focus follows what is done. */
const useFocusOnStep = (current: texts.Step | undefined) => {
  const before = useRef<texts.Step>(undefined)
  useInitialFocus()
  useEffect(() => {
    const wanted = before.current === undefined ? window.location.hash.slice(1) : current
    if (wanted && wanted !== before.current) {
      const step = document.getElementById(wanted)
      step?.scrollIntoView({ block: 'start' })
      step?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
    }
    before.current = current
  }, [current])
}

interface StepsProps {
  parts: SetUpPageProps
  done: SetupChecklist
  lab: Lab | undefined
  types: readonly ReportType[]
}

function Steps({ parts, done, lab, types }: StepsProps) {
  useFocusOnStep(STEPS.find((step) => !done[texts.DONE[step]]))
  const labTab = { to: '/user/labs/$labId', params: { labId: String(lab?.id) } } as const
  const content: Record<texts.Step, { form: ReactNode; summary: ReactNode; link?: ReactNode }> = {
    lab: {
      form: parts.labForm,
      summary: lab && `${lab.name}, ${lab.address.city}`,
      link: (
        <ButtonLink {...labTab} {...LINK}>
          {texts.openLab}
        </ButtonLink>
      ),
    },
    person: {
      form: lab && parts.renderPersonForm(lab),
      summary: parts.people,
      link: (
        <ButtonLink to="/user/users/add" {...LINK}>
          {texts.addUser}
        </ButtonLink>
      ),
    },
    types: {
      form: parts.typesForm,
      summary: types.map(({ title }) => title).join(', '),
      link: (
        <ButtonLink to="/user/settings/general" search={{ tab: 'report-types' }} {...LINK}>
          {texts.openTypes}
        </ButtonLink>
      ),
    },
    letterhead: {
      form: lab && parts.renderLetterheadForm(lab),
      summary: (
        <Stack>
          <Text>{texts.letterheadUsed}</Text>
          {lab && parts.renderTrial(lab)}
        </Stack>
      ),
      link: (
        <ButtonLink {...labTab} search={{ tab: 'letterhead' }} {...LINK}>
          {texts.openLetterhead}
        </ButtonLink>
      ),
    },
    report: {
      form: done.hasStaff && <FirstReport renderLogout={parts.renderLogout} />,
      summary: texts.reportPublished,
      link: (
        <ButtonLink to="/user/reports" {...LINK}>
          {texts.showReports}
        </ButtonLink>
      ),
    },
  }
  return (
    <Stack>
      {STEPS.map((step) => {
        const { form, summary, link } = content[step]
        return (
          <Box key={step} id={step} style={{ scrollMarginBlockStart: '5rem' }}>
            {done[texts.DONE[step]] ? (
              <SectionCard
                title={texts.TITLES[step]}
                actions={
                  <>
                    <StatusBadge tone="positive">{texts.done}</StatusBadge>
                    {link}
                  </>
                }
              >
                {summary}
              </SectionCard>
            ) : (
              form || (
                <SectionCard title={texts.TITLES[step]}>
                  <Hint>{step === 'report' ? texts.needsPerson : texts.needsLab}</Hint>
                </SectionCard>
              )
            )}
          </Box>
        )
      })}
    </Stack>
  )
}

function FirstReport({ renderLogout }: Pick<SetUpPageProps, 'renderLogout'>) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <SectionCard title={texts.TITLES.report} subtitle={texts.reportHow}>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {texts.logout}
        </Button>
      </Group>
      {renderLogout({ isOpen: isAsking, onClose: () => setIsAsking(false) })}
    </SectionCard>
  )
}
