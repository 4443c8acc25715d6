import type { Lab } from '@zelab/contract'
import { Box, Button, SimpleGrid } from '@mantine/core'
import { IconBuildingHospital, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { labsQuery } from '../../lib/queries/lookups.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { LabCard, LabCardSkeleton } from './lab-card.tsx'
import { NewLabDialog } from './new-lab-dialog.tsx'
import * as texts from './texts.ts'

const wordsOf = ({ name, address, email, phone }: Lab): string =>
  [name, address.line1, address.city, email, phone].filter(Boolean).join(' ').toLowerCase()

const searchLabs = (labs: readonly Lab[], text: string): readonly Lab[] => {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? labs : labs.filter((lab) => wordsOf(lab).includes(wanted))
}

const SKELETON_CARDS = [1, 2, 3, 4, 5, 6]
/** Below this number a search field is not worth its room. */
const LABS_WORTH_SEARCHING = 7

export function LabsPage() {
  const [isAdding, setIsAdding] = useState(false)
  const addLab = (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setIsAdding(true)}>
      {texts.addLab}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.labs} subtitle={texts.subtitle} actions={addLab} />
      <Labs />
      {isAdding && <NewLabDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

function Labs() {
  const query = useQuery(labsQuery())
  const [text, setText] = useState('')
  const { data: labs } = query
  return (
    <>
      {labs && labs.length >= LABS_WORTH_SEARCHING && (
        <Box maw="22rem" mb="md" role="search" aria-label={texts.labs}>
          <SearchField label={texts.searchLabs} value={text} onSearch={setText} />
        </Box>
      )}
      <PagedList
        query={{ ...query, data: labs && searchLabs(labs, text) }}
        nothing={
          <Sheet>
            <EmptyState
              icon={IconBuildingHospital}
              title={texts.noLabsFound}
              description={text === '' ? texts.createFirstLab : texts.tryAnotherSearch}
            />
          </Sheet>
        }
      >
        {({ rows }) => (
          <SimpleGrid component="ul" minColWidth="min(19rem, 100%)" aria-label={texts.labs} aria-busy={!rows}>
            {rows?.map((lab) => (
              <li key={lab.id}>
                <LabCard lab={lab} />
              </li>
            )) ??
              SKELETON_CARDS.map((card) => (
                <li key={card}>
                  <LabCardSkeleton />
                </li>
              ))}
          </SimpleGrid>
        )}
      </PagedList>
    </>
  )
}
