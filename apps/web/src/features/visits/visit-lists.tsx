import { Box, Button, Tabs } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AwaitedVisit, VisitList } from '@zelab/contract'
import { VISIT_COUNT_LIMIT, VISIT_LISTS } from '@zelab/contract/limits'
import { useState } from 'react'
import { visitCountsQuery } from '../../entities/visit/queries.ts'
import { MarkPaid, VisitStateBadge } from '../../entities/visit/visit-badges.tsx'
import { VisitSentence } from '../../entities/visit/visit-sentence.tsx'
import { PhoneText } from '../../ui/display/contact-links.tsx'
import { Count } from '../../ui/display/tags.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { Facts, RecordItem, RecordList } from '../../ui/list/record-list.tsx'
import * as texts from './texts.ts'
import { VisitListPrint } from './visit-list-print.tsx'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

const SHOWN = 10

/** The counter's lists: visits that lack an expected report, and those whose reports wait to be collected. */
export function VisitLists() {
  const [list, setList] = useState<VisitList>('today')
  const [isPrinting, setPrinting] = useState(false)
  const { data: counts } = useQuery(visitCountsQuery())
  return (
    <Box mt="md">
      <SectionCard
        title={texts.visitLists}
        isFlush
        actions={
          counts &&
          counts[list] > 0 && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPrinter size={16} stroke={1.75} />}
              onClick={() => setPrinting(true)}
            >
              {texts.printList}
            </Button>
          )
        }
      >
        <Tabs
          value={list}
          keepMounted={false}
          onChange={(key) => setList(VISIT_LISTS.find((one) => one === key) ?? 'today')}
        >
          <Tabs.List aria-label={texts.visitLists} px="md" py="sm">
            {VISIT_LISTS.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {texts.LISTS[one]} {counts && <Count>{texts.atLeast(counts[one], VISIT_COUNT_LIMIT)}</Count>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {VISIT_LISTS.map((one) => (
            <Tabs.Panel key={one} value={one}>
              <List list={one} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </SectionCard>
      {isPrinting && <VisitListPrint list={list} onClose={() => setPrinting(false)} />}
    </Box>
  )
}

function List({ list }: { list: VisitList }) {
  const [page, setPage] = useState(1)
  return (
    <RecordList
      query={useQuery(endpointQuery(pageApi.visits.listAwaited, { query: { list, page, limit: SHOWN } }))}
      label={texts.LISTS[list]}
      nothing={texts.NOTHING[list]}
      onPageChange={setPage}
      refreshes="visits"
    >
      {(visit) => <Line key={visit.id} visit={visit} />}
    </RecordList>
  )
}

function Line({ visit }: { visit: AwaitedVisit }) {
  const { patient, state, payment } = visit
  return (
    <RecordItem
      target={{ to: '/user/patients/view/$patientId', params: { patientId: String(patient.id) } }}
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
