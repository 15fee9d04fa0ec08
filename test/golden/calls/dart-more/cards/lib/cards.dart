library cards;

export 'src/card.dart';
export 'src/deck.dart' hide shuffleSeed;
export 'src/player.dart';
