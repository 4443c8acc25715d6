import { Box, Button, Checkbox } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AwaitedVisit, VisitList } from '@zelab/contract'
import { VISIT_COUNT_LIMIT, VISIT_LISTS } from '@zelab/contract/limits'
import { useState } from 'react'
import { visitCountsQuery } from '../../entities/visit/queries.ts'
import { MarkPaid, VisitStateBadge } from '../../entities/visit/visit-badges.tsx'
import { VisitSentence } from '../../entities/visit/visit-sentence.tsx'
import { useCan } from '../../lib/session-store.ts'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Facts, RecordItem, RecordList } from '../../ui/list/record-list.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { useChosen, type Chosen } from '../../ui/list/use-chosen.ts'
import { HandOverChosen, PayChosen } from './chosen-visits.tsx'
import * as texts from './texts.ts'
import { VisitListPrint } from './visit-list-print.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

const SHOWN = 10

/** The counter's lists: visits that lack an expected report, and those whose reports wait to be collected. */
export function VisitLists() {
  const { visits } = useSearch({ from: '/_shell/user/dashboard' })
  const list = VISIT_LISTS.find((one) => one === visits) ?? 'today'
  return (
    <Box mt="md">
      <List key={list} list={list} />
    </Box>
  )
}

function List({ list }: { list: VisitList }) {
  const may = useCan()
  const { todo } = useSearch({ from: '/_shell/user/dashboard' })
  const [page, setPage] = useState(1)
  const [isPrinting, setPrinting] = useState(false)
  const { data: counts } = useQuery(visitCountsQuery())
  const query = useQuery(endpointQuery(pageApi.visits.listAwaited, { query: { list, page, limit: SHOWN } }))
  const chosen = useChosen(query.data?.data)
  const mayHandOver = list === 'uncollected' && may('reports:send')
  return (
    <SectionCard
      title={texts.visitLists}
      isFlush
      actions={
        counts &&
        counts[list] > 0 && (
          <>
            {may('visits:edit') && <PayChosen chosen={chosen} isMain={!mayHandOver} />}
            {mayHandOver && <HandOverChosen chosen={chosen} />}
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPrinter size={16} stroke={1.75} />}
              onClick={() => setPrinting(true)}
            >
              {texts.printList}
            </Button>
          </>
        )
      }
    >
      <UrlTabs
        label={texts.visitLists}
        tabs={VISIT_LISTS}
        current={list}
        targetOf={(one) => ({ to: '/user/dashboard', search: { todo, visits: one } })}
        nameOf={texts.LISTS}
        countOf={(one) => counts && texts.atLeast(counts[one], VISIT_COUNT_LIMIT)}
      />
      <RecordList
        query={query}
        label={texts.LISTS[list]}
        nothing={texts.NOTHING[list]}
        onPageChange={setPage}
        refreshes="visits"
      >
        {(visit) => (
          <Line key={visit.id} visit={visit} {...((mayHandOver || may('visits:edit')) && { chosen })} />
        )}
      </RecordList>
      {isPrinting && <VisitListPrint list={list} onClose={() => setPrinting(false)} />}
    </SectionCard>
  )
}

function Line({ visit, chosen }: { visit: AwaitedVisit; chosen?: Chosen<AwaitedVisit> }) {
  const { patient, state, payment } = visit
  return (
    <RecordItem
      target={{ to: '/user/patients/view/$patientId', params: { patientId: String(patient.id) } }}
      selection={
        chosen && (
          <Checkbox
            aria-label={texts.select(patient.fullName)}
            checked={chosen.isChosen(visit)}
            disabled={chosen.isBeyondLimit(visit)}
            onChange={() => chosen.toggle(visit)}
          />
        )
      }
      name={patient.fullName}
      badges={<VisitStateBadge state={state} />}
      actions={<MarkPaid visit={visit} payment={payment} patientName={patient.fullName} />}
    >
      <Facts>
        <PhoneText phone={patient.phone} />
        <VisitSentence visit={visit} />
      </Facts>
    </RecordItem>
  )
}
