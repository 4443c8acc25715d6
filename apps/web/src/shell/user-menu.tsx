import { Menu, UnstyledButton } from '@mantine/core'
import { IconBook2, IconKeyboard, IconLogout, IconSelector, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCurrentUser } from '../lib/session-store.ts'
import { NEW_TAB } from '../ui/actions/links.tsx'
import { AvatarInitials } from '../ui/display/avatar-initials.tsx'
import { Ltr } from '../ui/display/inline.tsx'
import { LogoutDialog } from './logout-dialog.tsx'
import { openShortcutSheet } from '../lib/shortcut-settings.ts'
import * as shortcuts from './shortcuts/texts.ts'
import * as texts from './texts.tsx'
import classes from './shell.module.css'

interface UserMenuProps {
  isExpanded: boolean
  onNavigate: () => void
}

export function UserMenu({ isExpanded, onNavigate }: UserMenuProps) {
  const { fullName, email } = useCurrentUser()
  const [isAsking, setIsAsking] = useState(false)
  const who = (
    <span className={classes.who}>
      <span className={classes.name}>{fullName}</span>
      <span className={classes.email}>
        <Ltr>{email}</Ltr>
      </span>
    </span>
  )
  return (
    <div className={classes.account}>
      <Menu
        position="top-start"
        width={240}
        offset={6}
        shadow="md"
        radius="md"
        // Inside the sidebar, which is a landmark. A menu must not contain the focus placeholder.
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className={classes.button} aria-label={texts.userMenuOf(fullName)}>
            <AvatarInitials name={fullName} isDecorative />
            {isExpanded && who}
            {isExpanded && <IconSelector size={16} color="var(--secondary)" aria-hidden="true" />}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{who}</Menu.Label>
          <Menu.Divider />
          <Menu.Item
            component={Link}
            to="/user/profile"
            leftSection={<IconUserCircle size={16} stroke={1.75} />}
            onClick={onNavigate}
          >
            {texts.profile}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard size={16} stroke={1.75} />}
            onClick={() => {
              onNavigate()
              openShortcutSheet()
            }}
          >
            {shortcuts.title}
          </Menu.Item>
          <Menu.Item
            component="a"
            href="/guide/"
            {...NEW_TAB}
            leftSection={<IconBook2 size={16} stroke={1.75} />}
            onClick={onNavigate}
          >
            {texts.help}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.75} />} onClick={() => setIsAsking(true)}>
            {texts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutDialog isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  )
}
