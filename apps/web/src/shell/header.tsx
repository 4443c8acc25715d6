import { Group } from '@mantine/core'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUsesCritical } from '../lib/app-data-store.ts'
import { useCurrentUser } from '../lib/session-store.ts'
import { AvatarInitials } from '../ui/display/avatar-initials.tsx'
import { useColorSchemeSwitch } from '../ui/theme/color-scheme.ts'
import { IconButton } from '../ui/actions/icon-button.tsx'
import { SearchHost } from './search/search-host.tsx'
import classes from './shell.module.css'
import type { SidebarState } from './sidebar-state.ts'
import * as texts from './texts.tsx'

const CriticalNotice = lazy(async () => ({ default: (await import('./critical-notice.tsx')).CriticalNotice }))

export function Header({ sidebar }: { sidebar: SidebarState }) {
  const { fullName, userType } = useCurrentUser()
  const colorScheme = useColorSchemeSwitch()
  const usesCritical = useUsesCritical()
  const isShown = sidebar.isMobile ? sidebar.isOpen : sidebar.isExpanded
  return (
    <header className={classes.header}>
      <IconButton label={texts.toggleSidebar} aria-expanded={isShown} onClick={sidebar.toggle}>
        <IconLayoutSidebar size={18} stroke={1.75} />
      </IconButton>
      {!sidebar.isMobile && <SearchHost isIconOnly={false} />}
      <Suspense fallback={null}>{usesCritical && <CriticalNotice />}</Suspense>
      <Group gap="xs" wrap="nowrap" flex="none" ms="auto">
        {sidebar.isMobile && <SearchHost isIconOnly />}
        <IconButton label={colorScheme.label} onClick={colorScheme.toggle}>
          <colorScheme.icon size={18} stroke={1.75} />
        </IconButton>
        <Link
          to="/user/profile"
          className={classes.profile}
          aria-label={texts.profileOf(userType.name, fullName)}
        >
          <span>{userType.name}</span>
          <AvatarInitials name={fullName} size={30} isDecorative />
        </Link>
      </Group>
    </header>
  )
}
