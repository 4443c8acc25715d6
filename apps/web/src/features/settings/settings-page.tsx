import { Box, Tabs } from '@mantine/core'
import { IconAdjustments, IconFileCheck, IconShieldLock, IconTags } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SETTINGS_TABS } from '../../lib/page-tabs.ts'
import { readOneOf } from '../../lib/search-params.ts'
import { useCan } from '../../lib/session-store.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackupSettingsSection } from './backup-settings.tsx'
import { GeneralSettingsSection } from './general-settings.tsx'
import { SecuritySettingsSection } from './security-settings.tsx'
import * as texts from './texts.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

interface SettingsPageProps {
  /** Rendered by the route, because features do not import each other. */
  reportTypes: ReactNode
}

export function SettingsPage({ reportTypes }: SettingsPageProps) {
  const { tab } = useSearch({ from: '/_shell/user/settings/general' })
  const navigate = useNavigate()
  const may = useCan()
  const maySecure = may('settings:security')
  return (
    <Box maw="var(--form-width)">
      <PageHeader title={texts.settings} subtitle={texts.subtitle} />
      {/* Both tabs stay mounted, so that switching keeps unsaved input. */}
      <Tabs
        value={tab === 'security' && !maySecure ? 'general' : (tab ?? 'general')}
        onChange={(key) =>
          void navigate({
            to: '/user/settings/general',
            search: { tab: readOneOf(key, SETTINGS_TABS) },
            resetScroll: false,
          })
        }
      >
        <Tabs.List mb="md" aria-label={texts.settings}>
          <Tabs.Tab value="general" leftSection={<IconAdjustments {...ICON} />}>
            {texts.general}
          </Tabs.Tab>
          {maySecure && (
            <Tabs.Tab value="security" leftSection={<IconShieldLock {...ICON} />}>
              {texts.security}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="report-types" leftSection={<IconTags {...ICON} />}>
            {texts.reportTypes}
          </Tabs.Tab>
          <Tabs.Tab value="backups" leftSection={<IconFileCheck {...ICON} />}>
            {texts.backups}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general">
          <GeneralSettingsSection />
        </Tabs.Panel>
        {maySecure && (
          <Tabs.Panel value="security">
            <SecuritySettingsSection />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="report-types">{reportTypes}</Tabs.Panel>
        <Tabs.Panel value="backups" keepMounted={false}>
          <BackupSettingsSection />
        </Tabs.Panel>
      </Tabs>
    </Box>
  )
}
