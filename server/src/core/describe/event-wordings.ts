/** Wordings for the facts that a mediator connects. */
import type { Wording } from './wordings';

/** How one role of a mediator {s} relates to another {o}. Both orders are looked up. */
export const EVENT_WORDINGS: Readonly<Record<string, Wording>> = {
  'film.performance.actor>film.performance.film': {
    noun: 'films that {s} acted in',
    forward: 'acted in {o}',
    backward: 'starred {s}',
  },
  'film.performance.film>film.performance.actor': { noun: 'actors in {s}' },
  'film.performance.actor>film.performance.character': {
    noun: 'characters that {s} played',
    forward: 'played {o}',
    backward: 'was played by {s}',
  },
  'film.performance.character>film.performance.actor': { noun: 'actors who played {s}' },
  'film.performance.film>film.performance.character': {
    noun: 'characters in {s}',
    forward: 'has the character {o}',
    backward: 'appears in {s}',
  },
  'film.performance.character>film.performance.film': { noun: 'films in which {s} appears' },
  'tv.regular_tv_appearance.actor>tv.regular_tv_appearance.series': {
    noun: 'TV programs that {s} acted in',
    forward: 'acted in {o}',
    backward: 'starred {s}',
  },
  'tv.regular_tv_appearance.series>tv.regular_tv_appearance.actor': { noun: 'actors in {s}' },
  'tv.regular_tv_appearance.actor>tv.regular_tv_appearance.character': {
    noun: 'characters that {s} played',
    forward: 'played {o}',
    backward: 'was played by {s}',
  },
  'tv.regular_tv_appearance.character>tv.regular_tv_appearance.actor': { noun: 'actors who played {s}' },
  'tv.regular_tv_appearance.series>tv.regular_tv_appearance.character': {
    noun: 'characters in {s}',
    forward: 'has the character {o}',
    backward: 'appears in {s}',
  },
  'people.marriage.spouse>people.marriage.spouse': {
    noun: 'spouses of {s}',
    forward: 'married {o}',
    backward: 'married {s}',
  },
  'people.sibling_relationship.sibling>people.sibling_relationship.sibling': {
    noun: 'siblings of {s}',
    forward: 'is a sibling of {o}',
    backward: 'is a sibling of {s}',
  },
  'education.education.student>education.education.institution': {
    noun: 'schools that {s} attended',
    forward: 'attended {o}',
    backward: 'was attended by {s}',
  },
  'education.education.institution>education.education.student': { noun: 'students of {s}' },
  'education.education.student>education.education.degree': {
    noun: 'degrees of {s}',
    forward: 'has the degree {o}',
  },
  'education.education.student>education.education.major_field_of_study': {
    noun: 'fields that {s} studied',
    forward: 'studied {o}',
    backward: 'was studied by {s}',
  },
  'sports.sports_team_roster.player>sports.sports_team_roster.team': {
    noun: 'teams that {s} played for',
    forward: 'played for {o}',
    backward: 'had the player {s}',
  },
  'sports.sports_team_roster.team>sports.sports_team_roster.player': { noun: 'players of {s}' },
  'people.place_lived.person>people.place_lived.location': {
    noun: 'places where {s} lived',
    forward: 'lived in {o}',
    backward: 'is a place where {s} lived',
  },
  'people.place_lived.location>people.place_lived.person': { noun: 'people who lived in {s}' },
  'location.adjoining_relationship.adjoins>location.adjoining_relationship.adjoins': {
    noun: 'places that adjoin {s}',
    forward: 'adjoins {o}',
    backward: 'adjoins {s}',
  },
  'government.government_position_held.jurisdiction_of_office>government.government_position_held.office_holder':
    {
      noun: 'holders of government positions in {s}',
      backward: 'held a government position in {s}',
      forward: 'had the official {o}',
    },
  'government.government_position_held.district_represented>government.government_position_held.office_holder':
    {
      noun: 'representatives of {s}',
      backward: 'represented {s}',
      forward: 'was represented by {o}',
    },
  'government.government_position_held.office_position_or_title>government.government_position_held.office_holder':
    {
      noun: 'holders of the office {s}',
      backward: 'held the office {s}',
      forward: 'was held by {o}',
    },
  'government.government_position_held.office_holder>government.government_position_held.office_position_or_title':
    {
      noun: 'offices that {s} held',
      forward: 'held the office {o}',
      backward: 'was held by {s}',
    },
  'government.government_position_held.office_holder>government.government_position_held.jurisdiction_of_office':
    {
      noun: 'places where {s} held a government position',
      forward: 'held a government position in {o}',
    },
  'government.political_party_tenure.politician>government.political_party_tenure.party': {
    noun: 'parties of {s}',
    forward: 'belonged to the party {o}',
  },
  'music.group_membership.member>music.group_membership.group': {
    noun: 'musical groups that {s} was a member of',
    forward: 'was a member of {o}',
    backward: 'had the member {s}',
  },
  'music.group_membership.group>music.group_membership.member': { noun: 'members of {s}' },
  'organization.organization_membership.organization>organization.organization_membership.member': {
    noun: 'members of {s}',
    backward: 'is a member of {s}',
  },
  'award.award_honor.award_winner>award.award_honor.award': {
    noun: 'awards that {s} won',
    forward: 'won {o}',
    backward: 'was won by {s}',
  },
  'award.award_honor.award>award.award_honor.award_winner': { noun: 'winners of {s}' },
  'award.award_nomination.award_nominee>award.award_nomination.award': {
    noun: 'awards that {s} was nominated for',
    forward: 'was nominated for {o}',
  },
};

/** A further role of a mediator: "acted in Taken *as Kim*". */
export const ROLE_WORDINGS: Readonly<Record<string, string>> = {
  'film.performance.film': 'in {o}',
  'film.performance.character': 'as {o}',
  'film.performance.actor': 'with the actor {o}',
  'tv.regular_tv_appearance.character': 'as {o}',
  'tv.regular_tv_appearance.series': 'in {o}',
  'government.government_position_held.basic_title': 'as {o}',
  'government.government_position_held.office_position_or_title': 'as {o}',
  'government.government_position_held.jurisdiction_of_office': 'in {o}',
  'government.government_position_held.district_represented': 'for {o}',
  'government.government_position_held.governmental_body': 'in {o}',
  'government.government_position_held.appointed_by': 'appointed by {o}',
  'people.marriage.type_of_union': 'joined by {o}',
  'people.marriage.spouse': 'with {o}',
  'education.education.institution': 'at {o}',
  'education.education.major_field_of_study': 'studying {o}',
  'sports.sports_team_roster.position': 'as {o}',
  'award.award_honor.award': 'winning {o}',
  'award.award_nomination.nominated_for': 'for {o}',
};
