/// Names that no feature can have.
enum ReservedNames {
  /// What Swift or its package manager reserves and that begins with a capital letter.
  static let words: Set = ["Any", "Protocol", "Self", "Type", "Package"]

  /// Types that a module of the same name would hide.
  static let types: Set = [
    "Actor", "Array", "Bool", "Character", "Clock", "Collection", "Data", "Date", "Decodable", "Dictionary", "Double",
    "Duration", "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "Int", "Mutex", "Never", "Optional",
    "Result", "Sendable", "Sequence", "Set", "String", "Task", "UUID", "URL", "Void",
  ]

  /// Modules that ship with the toolchain or with Apple's systems.
  static let modules: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "Observation", "Synchronization", "Testing", "XCTest", "Dispatch", "Distributed", "Combine",
    "Cxx", "Glibc", "Musl", "Android", "Darwin", "WASILibc", "ucrt", "os", "System", "RegexBuilder", "PackagePlugin",
    "PackageDescription", "CompilerPluginSupport", "ObjectiveC", "CoreFoundation", "SwiftUI", "SwiftUICore",
    "SwiftData", "UIKit", "AppKit", "WatchKit", "TVUIKit", "Accelerate", "Accessibility", "Accounts", "AddressBook",
    "AdSupport", "AppIntents", "AppTrackingTransparency", "ARKit", "AudioToolbox", "AuthenticationServices",
    "AVFAudio", "AVFoundation", "AVKit", "BackgroundTasks", "BusinessChat", "CallKit", "CarPlay", "CFNetwork",
    "Charts", "ClassKit", "ClockKit", "CloudKit", "Compression", "Contacts", "ContactsUI", "CoreAudio",
    "CoreBluetooth", "CoreData", "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation", "CoreMedia", "CoreMIDI",
    "CoreML", "CoreMotion", "CoreNFC", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreVideo", "CryptoKit",
    "DeviceActivity", "DeviceCheck", "EventKit", "EventKitUI", "ExposureNotification", "ExternalAccessory",
    "FamilyControls", "FileProvider", "FinanceKit", "GameController", "GameKit", "GameplayKit", "GroupActivities",
    "HealthKit", "HomeKit", "ImageIO", "Intents", "IOKit", "JavaScriptCore", "JournalingSuggestions",
    "LinkPresentation", "LocalAuthentication", "ManagedSettings", "MapKit", "MediaPlayer", "Messages", "MessageUI",
    "Metal", "MetalKit", "MetricKit", "MultipeerConnectivity", "MusicKit", "NaturalLanguage", "NearbyInteraction",
    "Network", "NetworkExtension", "OSLog", "PassKit", "PDFKit", "PencilKit", "Photos", "PhotosUI", "PushKit",
    "QuickLook", "RealityKit", "ReplayKit", "SafariServices", "SceneKit", "ScreenTime", "Security", "SensorKit",
    "SharedWithYou", "ShazamKit", "Social", "SoundAnalysis", "Speech", "SpriteKit", "StoreKit", "Symbols",
    "TabularData",
    "TipKit", "Translation", "UniformTypeIdentifiers", "UserNotifications", "VideoToolbox", "Vision", "VisionKit",
    "WeatherKit", "WebKit", "WidgetKit", "WorkoutKit",
  ]
}
