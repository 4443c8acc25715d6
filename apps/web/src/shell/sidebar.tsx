import { Box, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useAppDataStore, useUsesTwoPersons } from '../lib/app-data-store.ts'
import { useBrand } from '../lib/brand.ts'
import { useCan, useCurrentUser } from '../lib/session-store.ts'
import { BrandMark } from '../ui/layout/brand-mark.tsx'
import type { NavigationItem } from './navigation.ts'
import {
  firstItemsFor,
  navigationFor,
  RELEASE_ITEM,
  secondaryNavigationFor,
  useLabUses,
} from './navigation.ts'
import { shortCount, useCriticalItems, useNavigationCount } from './navigation-counts.ts'
import classes from './sidebar.module.css'
import * as texts from './texts.tsx'
import { UserMenu } from './user-menu.tsx'

interface SidebarProps {
  isExpanded: boolean
  onNavigate: () => void
}

export function Sidebar({ isExpanded, onNavigate }: SidebarProps) {
  const may = useCan()
  const productName = useBrand((brand) => brand.productName)
  const itemProps = { isExpanded, onNavigate }
  return (
    <div className={classes.sidebar} data-expanded={isExpanded || undefined}>
      <Link to="/user/dashboard" className={classes.brand} aria-label={productName} onClick={onNavigate}>
        <BrandMark size={28} isSquare={!isExpanded} />
        {isExpanded && <span className={classes.brandName}>{productName}</span>}
      </Link>
      <nav className={classes.nav} aria-label={texts.main}>
        <ul className={classes.list}>
          {firstItemsFor(may).map((item) => (
            <SidebarItem key={item.label} item={item} {...itemProps} />
          ))}
        </ul>
        {navigationFor(may, useLabUses()).map(({ label, items }) => (
          <Box key={label} component="section" mt="sm" aria-label={label}>
            <p className={classes.groupLabel} aria-hidden={!isExpanded}>
              {label}
            </p>
            <ul className={classes.list}>
              {items.map((item) => (
                <SidebarItem key={item.label} item={item} {...itemProps} />
              ))}
              {label === texts.reports && may('reports:publish') && (
                <SidebarItem item={RELEASE_ITEM} {...itemProps} />
              )}
            </ul>
          </Box>
        ))}
      </nav>
      <Box component="nav" flex="none" py="xs" aria-label={texts.secondary}>
        <ul className={classes.list}>
          {secondaryNavigationFor(may).map((item) => (
            <SidebarItem key={item.label} item={item} {...itemProps} />
          ))}
        </ul>
      </Box>
      <UserMenu isExpanded={isExpanded} onNavigate={onNavigate} />
    </div>
  )
}

interface SidebarItemProps extends SidebarProps {
  item: NavigationItem
}

function SidebarItem({ item, isExpanded, onNavigate }: SidebarItemProps) {
  const { label, to, icon: Sign, count: counted } = item
  const count = useNavigationCount(counted)
  const critical = useCriticalItems(counted)
  const { lab } = useCurrentUser()
  const countId = useId()
  const isOfLab = useUsesTwoPersons() && lab !== null
  // The entries before it depend on the labs.
  const areLabsKnown = useAppDataStore(({ labs }) => labs.length > 0)
  if (counted === 'release' && !isOfLab && !(areLabsKnown && count > 0)) return null
  return (
    <li>
      <Link
        to={to}
        className={classes.item}
        activeOptions={{ exact: true, includeSearch: false }}
        onClick={onNavigate}
        {...(!isExpanded && { 'aria-label': label, 'data-tooltip': label, 'data-tooltip-position': 'right' })}
        {...(count > 0 && { 'aria-describedby': countId })}
      >
        <Sign size={18} stroke={1.75} aria-hidden="true" />
        {isExpanded && <span>{label}</span>}
        <CountBadge count={count} critical={critical} />
      </Link>
      {counted && (
        <CountDescription
          id={countId}
          count={count}
          say={counted === 'inbox' ? (items) => texts.openItems(items, critical) : texts.needAttention}
        />
      )}
    </li>
  )
}

/** Hidden from the accessible name; `CountDescription` has the count. */
function CountBadge({ count, critical }: { count: number; critical: number }) {
  if (count === 0) return null
  return (
    <span className={classes.count} data-critical={critical > 0 || undefined} aria-hidden="true">
      {critical > 0 && `${shortCount(critical)} / `}
      {shortCount(count)}
    </span>
  )
}

interface CountDescriptionProps {
  id: string
  count: number
  say: (count: number) => string
}

/** The count in words, as the accessible description of the entry. */
function CountDescription({ id, count, say }: CountDescriptionProps) {
  return <VisuallyHidden id={id}>{count > 0 && say(count)}</VisuallyHidden>
}
