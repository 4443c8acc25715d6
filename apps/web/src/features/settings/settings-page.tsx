import { Box } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { SETTINGS_TABS } from '../../lib/page-tabs.ts'
import { useCan } from '../../lib/session-store.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { UrlTabs } from '../../ui/list/url-tabs.tsx'
import { BackupSettingsSection } from './backup-settings.tsx'
import { GeneralSettingsSection } from './general-settings.tsx'
import { SecuritySettingsSection } from './security-settings.tsx'
import * as texts from './texts.ts'

interface SettingsPageProps {
  /** Rendered by the route, because features do not import each other. */
  reportTypes: ReactNode
}

export function SettingsPage({ reportTypes }: SettingsPageProps) {
  const { tab: asked = 'general' } = useSearch({ from: '/_shell/user/settings/general' })
  const may = useCan()
  const maySecure = may('settings:security')
  const tab = asked === 'security' && !maySecure ? 'general' : asked
  return (
    <Box maw="var(--form-width)">
      <PageHeader title={texts.settings} subtitle={texts.subtitle} />
      <UrlTabs
        isAboveCards
        label={texts.settings}
        tabs={SETTINGS_TABS.filter((one) => one !== 'security' || maySecure)}
        current={tab}
        targetOf={(one) => ({
          to: '/user/settings/general',
          search: { tab: one === 'general' ? undefined : one },
        })}
        nameOf={texts.TABS}
      />
      <KeptForm isShown={tab === 'general'}>
        <GeneralSettingsSection />
      </KeptForm>
      <KeptForm isShown={tab === 'security'}>
        <SecuritySettingsSection />
      </KeptForm>
      {tab === 'report-types' && reportTypes}
      {tab === 'backups' && <BackupSettingsSection />}
    </Box>
  )
}

/** Mounted from its first opening, so that switching tabs keeps unsaved input. */
function KeptForm({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return wasShown && <div hidden={!isShown}>{children}</div>
}
