/** The layout of editor groups, as the commands `vscode.getEditorLayout` and `vscode.setEditorLayout` use it. */
export interface EditorLayout {
  /** 0: the groups are side by side; 1: one is below the other. */
  readonly orientation: 0 | 1;
  readonly groups: readonly EditorGroupLayout[];
}

export interface EditorGroupLayout {
  readonly size?: number;
  /** Groups in the other direction, in the place of one group. */
  readonly groups?: readonly EditorGroupLayout[];
}

/**
 * Puts an editor group below the group on its left. The order of the groups stays, so that each keeps its editors.
 * @param index the position of the group, from 0
 * @returns undefined if the group has none on its left
 */
export function stackGroup({ orientation, groups }: EditorLayout, index: number): EditorLayout | undefined {
  const position = groups.findIndex((_, at) => countLeaves(groups.slice(0, at)) === index);
  const [left, group] = [groups[position - 1], groups[position]];
  if (orientation !== 0 || !left || !group || group.groups) return undefined;
  const stacked = left.groups ? [...left.groups.map(withoutSize), {}] : [{}, {}];
  if (groups.length === 2) return { orientation: 1, groups: stacked };
  const size = left.size === undefined || group.size === undefined ? {} : { size: left.size + group.size };
  return {
    orientation,
    groups: [...groups.slice(0, position - 1), { ...size, groups: stacked }, ...groups.slice(position + 1)],
  };
}

const countLeaves = (groups: readonly EditorGroupLayout[]): number =>
  groups.reduce((sum, { groups: inner }) => sum + (inner ? countLeaves(inner) : 1), 0);

const withoutSize = ({ size: _, ...group }: EditorGroupLayout): EditorGroupLayout => group;
