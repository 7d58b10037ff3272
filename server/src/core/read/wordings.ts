/**
 * How common relations of Freebase are put into words, where their own label reads badly. `noun` is what the object is to the
 * subject {s}, in the plural where there may be many; `forward` what the subject does to the object {o}; `backward` what the
 * object does to the subject {s}; `when` stands before a date.
 */
export interface Wording {
  readonly noun?: string;
  readonly forward?: string;
  readonly backward?: string;
  readonly when?: string;
}

export const RELATION_WORDINGS: Readonly<Record<string, Wording>> = {
  'people.person.place_of_birth': {
    noun: 'place of birth of {s}',
    forward: 'was born in {o}',
    backward: 'is the birthplace of {s}',
  },
  'people.person.date_of_birth': { noun: 'date of birth of {s}', when: 'was born' },
  'people.deceased_person.place_of_death': {
    noun: 'place of death of {s}',
    forward: 'died in {o}',
    backward: 'is where {s} died',
  },
  'people.deceased_person.date_of_death': { noun: 'date of death of {s}', when: 'died' },
  'people.deceased_person.cause_of_death': { forward: 'died of {o}', noun: 'causes of death of {s}' },
  'people.deceased_person.place_of_burial': { forward: 'is buried in {o}' },
  'people.person.nationality': { noun: 'nationality of {s}', forward: 'has the nationality {o}' },
  'people.person.profession': { noun: 'professions of {s}', forward: 'has the profession {o}' },
  'people.person.religion': { noun: 'religion of {s}', forward: 'has the religion {o}' },
  'people.person.gender': { noun: 'gender of {s}', forward: 'has the gender {o}' },
  'people.person.ethnicity': { noun: 'ethnicity of {s}', forward: 'has the ethnicity {o}' },
  'people.person.parents': {
    noun: 'parents of {s}',
    forward: 'is a child of {o}',
    backward: 'is a parent of {s}',
  },
  'people.person.children': {
    noun: 'children of {s}',
    forward: 'is a parent of {o}',
    backward: 'is a child of {s}',
  },
  'people.person.languages': { noun: 'languages that {s} speaks', forward: 'speaks {o}' },
  'people.ethnicity.languages_spoken': { noun: 'languages spoken by {s}' },
  'people.ethnicity.geographic_distribution': { noun: 'places where {s} live', forward: 'lives in {o}' },
  'location.location.people_born_here': {
    noun: 'people born in {s}',
    forward: 'is the birthplace of {o}',
    backward: 'was born in {s}',
  },
  'location.location.containedby': {
    noun: 'places that contain {s}',
    forward: 'is in {o}',
    backward: 'contains {s}',
  },
  'location.location.contains': { noun: 'places in {s}', forward: 'contains {o}', backward: 'is in {s}' },
  'location.location.time_zones': { noun: 'time zones of {s}', forward: 'is in the time zone {o}' },
  'location.country.capital': {
    noun: 'capital of {s}',
    forward: 'has the capital {o}',
    backward: 'is the capital of {s}',
  },
  'location.country.official_language': {
    noun: 'official languages of {s}',
    forward: 'has the official language {o}',
  },
  'location.country.languages_spoken': {
    noun: 'languages spoken in {s}',
    forward: 'is a country where {o} is spoken',
    backward: 'is spoken in {s}',
  },
  'location.country.currency_used': {
    noun: 'currency used in {s}',
    forward: 'uses the currency {o}',
    backward: 'is the currency used in {s}',
  },
  'location.country.currency_formerly_used': {
    noun: 'currencies formerly used in {s}',
    forward: 'formerly used the currency {o}',
  },
  'location.country.form_of_government': {
    noun: 'forms of government of {s}',
    forward: 'has the form of government {o}',
  },
  'location.country.administrative_divisions': {
    noun: 'administrative divisions of {s}',
    forward: 'has the administrative division {o}',
  },
  'location.administrative_division.country': {
    noun: 'country that {s} is a division of',
    forward: 'is an administrative division of {o}',
  },
  'location.location.partially_contains': { noun: 'places partly in {s}', forward: 'partly contains {o}' },
  'location.location.partially_containedby': {
    noun: 'places that partly contain {s}',
    forward: 'is partly in {o}',
  },
  'base.locations.countries.continent': { noun: 'continent of {s}', forward: 'is in the continent {o}' },
  'base.biblioness.bibs_location.country': { noun: 'country of {s}', forward: 'is in {o}' },
  'location.hud_county_place.county': { noun: 'county of {s}', forward: 'is in the county {o}' },
  'language.human_language.countries_spoken_in': {
    noun: 'countries where {s} is spoken',
    forward: 'is spoken in {o}',
    backward: 'is a country where {s} is spoken',
  },
  'language.human_language.main_country': { noun: 'main country of {s}', forward: 'is spoken mainly in {o}' },
  'travel.travel_destination.tourist_attractions': {
    noun: 'tourist attractions in {s}',
    forward: 'has the tourist attraction {o}',
  },
  'influence.influence_node.influenced_by': {
    noun: 'influences on {s}',
    forward: 'was influenced by {o}',
    backward: 'influenced {s}',
  },
  'influence.influence_node.influenced': {
    noun: 'people or things influenced by {s}',
    forward: 'influenced {o}',
    backward: 'was influenced by {s}',
  },
  'film.film.directed_by': {
    noun: 'directors of {s}',
    forward: 'was directed by {o}',
    backward: 'directed {s}',
  },
  'film.director.film': {
    noun: 'films directed by {s}',
    forward: 'directed {o}',
    backward: 'was directed by {s}',
  },
  'film.film.written_by': { noun: 'writers of {s}', forward: 'was written by {o}', backward: 'wrote {s}' },
  'film.writer.film': { noun: 'films written by {s}', forward: 'wrote {o}', backward: 'was written by {s}' },
  'film.film.produced_by': {
    noun: 'producers of {s}',
    forward: 'was produced by {o}',
    backward: 'produced {s}',
  },
  'film.producer.film': {
    noun: 'films produced by {s}',
    forward: 'produced {o}',
    backward: 'was produced by {s}',
  },
  'film.film.music': {
    noun: 'composers of the music of {s}',
    forward: 'has music by {o}',
    backward: 'wrote the music of {s}',
  },
  'film.film.initial_release_date': { noun: 'release date of {s}', when: 'was first released' },
  'film.film_subject.films': {
    noun: 'films about {s}',
    forward: 'is the subject of the film {o}',
    backward: 'is about {s}',
  },
  'film.film_location.featured_in_films': { noun: 'films featuring {s}', forward: 'is featured in {o}' },
  'book.author.works_written': {
    noun: 'works written by {s}',
    forward: 'wrote {o}',
    backward: 'was written by {s}',
  },
  'book.written_work.author': {
    noun: 'authors of {s}',
    forward: 'was written by {o}',
    backward: 'wrote {s}',
  },
  'book.book_subject.works': {
    noun: 'works about {s}',
    forward: 'is the subject of {o}',
    backward: 'is about {s}',
  },
  'book.author.book_editions_published': { noun: 'book editions published by {s}' },
  'book.written_work.date_of_first_publication': { when: 'was first published' },
  'music.composer.compositions': {
    noun: 'compositions by {s}',
    forward: 'composed {o}',
    backward: 'was composed by {s}',
  },
  'music.lyricist.lyrics_written': {
    noun: 'compositions with lyrics by {s}',
    forward: 'wrote the lyrics of {o}',
    backward: 'has lyrics by {s}',
  },
  'music.artist.genre': { noun: 'musical genres of {s}', forward: 'plays {o}' },
  'music.artist.album': {
    noun: 'albums by {s}',
    forward: 'made the album {o}',
    backward: 'is an album by {s}',
  },
  'music.artist.track': {
    noun: 'tracks by {s}',
    forward: 'recorded the track {o}',
    backward: 'was recorded by {s}',
  },
  'music.artist.origin': { noun: 'place of origin of {s}', forward: 'comes from {o}' },
  'music.group_member.instruments_played': { noun: 'instruments played by {s}', forward: 'plays the {o}' },
  'organization.organization.founders': {
    noun: 'founders of {s}',
    forward: 'was founded by {o}',
    backward: 'founded {s}',
  },
  'organization.organization.date_founded': { noun: 'founding date of {s}', when: 'was founded' },
  'organization.organization_founder.organizations_founded': {
    noun: 'organizations founded by {s}',
    forward: 'founded {o}',
    backward: 'was founded by {s}',
  },
  'religion.religion.founding_figures': {
    noun: 'founding figures of {s}',
    forward: 'has the founding figure {o}',
  },
  'sports.sports_team.founded': { noun: 'founding date of {s}', when: 'was founded' },
  'sports.sports_team.location': { noun: 'location of {s}', forward: 'is based in {o}' },
  'sports.sports_team_location.teams': { noun: 'sports teams from {s}', forward: 'is home to {o}' },
  'sports.sports_team.arena_stadium': { noun: 'home arena or stadium of {s}', forward: 'plays at {o}' },
  'sports.sports_team.championships': {
    noun: 'championships won by {s}',
    forward: 'won {o}',
    backward: 'was won by {s}',
  },
  'sports.sports_championship_event.champion': { forward: 'was won by {o}', backward: 'won {s}' },
  'sports.sports_championship_event.runner_up': {
    forward: 'had the runner-up {o}',
    backward: 'was runner-up in {s}',
  },
  'law.inventor.inventions': {
    noun: 'inventions of {s}',
    forward: 'invented {o}',
    backward: 'was invented by {s}',
  },
  'government.us_president.vice_president': {
    noun: 'vice presidents of {s}',
    backward: 'was vice president of {s}',
  },
  'government.election.winner': { noun: 'winner of {s}', forward: 'was won by {o}', backward: 'won {s}' },
  'architecture.structure.opened': { noun: 'opening date of {s}', when: 'opened' },
  'architecture.architect.structures_designed': {
    noun: 'structures designed by {s}',
    forward: 'designed {o}',
    backward: 'was designed by {s}',
  },
  'time.event.locations': { noun: 'location of {s}', forward: 'took place in {o}' },
  'time.event.start_date': { noun: 'start date of {s}', when: 'began' },
  'time.event.end_date': { noun: 'end date of {s}', when: 'ended' },
  'common.topic.notable_types': { noun: 'notable type of {s}', forward: 'has the notable type {o}' },
  'type.object.name': { noun: 'name of {s}', forward: 'is called {o}' },
  'common.topic.alias': { noun: 'other names of {s}', forward: 'is also called {o}' },
};

/** What two roles of one mediator are to each other: the first is {s}, the second {o}. Both directions are looked up. */
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

/** What a further role of a mediator adds: "acted in Taken *as Kim*". */
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
