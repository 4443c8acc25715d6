import { Box } from '@mantine/core'
import { useAppDataStore } from '../../lib/app-data-store.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import * as texts from './texts.ts'
import { typeNamedInTitle } from './title-type-mismatch.ts'

export function TitleConfirmation({ title, typeId }: { title: string; typeId: number | undefined }) {
  const types = useAppDataStore((state) => state.reportTypes)
  const named = typeId === undefined ? undefined : typeNamedInTitle(title, typeId, types)
  const chosen = types.find(({ id }) => id === typeId)
  if (!named || !chosen) return null
  return (
    <Box mt="sm">
      <Notice tone="warning" role="alert" title={texts.titleNamesType(title, chosen.title)}>
        <p>{texts.titleOrType(named.title)}</p>
      </Notice>
    </Box>
  )
}
