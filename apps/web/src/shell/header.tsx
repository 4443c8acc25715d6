import { IconLayoutSidebar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../lib/session-store.ts'
import { AvatarInitials } from '../ui/avatar-initials.tsx'
import { ColorSchemeToggle } from '../ui/color-scheme-toggle.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import classes from './header.module.css'
import type { SidebarState } from './sidebar-state.ts'

export function Header({ sidebar }: { sidebar: SidebarState }) {
  const { fullName, userType } = useCurrentUser()
  const isShown = sidebar.isMobile ? sidebar.isOpen : sidebar.isExpanded
  return (
    <header className={classes.header}>
      <IconButton label="Toggle sidebar" aria-expanded={isShown} onClick={sidebar.toggle}>
        <IconLayoutSidebar size={18} stroke={1.75} />
      </IconButton>
      <div className={classes.end}>
        <ColorSchemeToggle />
        <Link to="/user/profile" className={classes.profile}>
          <span>{userType.name}</span>
          <AvatarInitials name={fullName} size={30} />
        </Link>
      </div>
    </header>
  )
}
